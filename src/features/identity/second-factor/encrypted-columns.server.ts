import { eq } from 'drizzle-orm'
import { users } from '../../../server/database/schema.ts'
import type { EncryptedColumn } from '../../../server/security/re-encryption.ts'
import { secretContext } from './codes.server.ts'
import { removeSecondFactor } from './service.server.ts'

export const secondFactorColumns: readonly EncryptedColumn[] = [
  {
    name: 'users.totp_secret_sealed',
    table: users,
    key: users.id,
    column: users.totpSecretSealed,
    place: (id) => secretContext(String(id)),
    lasts: true,
    async forget(db, id) {
      await db.transaction(async (tx) => {
        await removeSecondFactor(tx, String(id))
        await tx
          .update(users)
          .set({ totpSecretSealed: null })
          .where(eq(users.id, String(id)))
      })
    },
  },
]
