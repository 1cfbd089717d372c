import { eq, sql } from 'drizzle-orm'
import { receiptKeys } from '#server/database/schema.ts'
import type { EncryptedColumn } from '#server/security/re-encryption.ts'
import { privateKeyContext } from './signer.server.ts'

export const receiptColumns: readonly EncryptedColumn[] = [
  {
    name: 'receipt_keys.private_key_encrypted',
    table: receiptKeys,
    key: receiptKeys.keyId,
    column: receiptKeys.privateKeyEncrypted,
    associatedData: (keyId) => privateKeyContext(String(keyId)),
    lasts: true,
    async forget(db, keyId) {
      // The next start creates another key, which signs `key.replaced`.
      await db
        .update(receiptKeys)
        .set({
          privateKeyEncrypted: null,
          state: sql`case ${receiptKeys.state} when 'active' then 'replaced' else ${receiptKeys.state} end`,
          validUntil: sql`coalesce(${receiptKeys.validUntil}, now())`,
        })
        .where(eq(receiptKeys.keyId, String(keyId)))
    },
  },
]
