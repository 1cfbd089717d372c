import { eq } from 'drizzle-orm'
import { googleConsents, googleGrants } from '#server/database/schema.ts'
import type { EncryptedColumn } from '#server/security/re-encryption.ts'
import { verifierColumn } from './consents.server.ts'
import { tokenColumn, unreadable } from './grants.server.ts'

/** @param cleared the values that replace a token that no key decrypts. */
const grantColumn = (
  token: 'refresh' | 'access',
  cleared: Partial<typeof googleGrants.$inferInsert>,
): EncryptedColumn => ({
  name: `google_grants.${token}_token_encrypted`,
  table: googleGrants,
  key: googleGrants.id,
  column: googleGrants[`${token}TokenEncrypted`],
  associatedData: (id) => tokenColumn(String(id), token),
  lasts: token === 'refresh',
  async forget(db, id) {
    await db
      .update(googleGrants)
      .set(cleared)
      .where(eq(googleGrants.id, String(id)))
  },
})

const noAccess = { accessTokenEncrypted: null }

export const googleColumns: readonly EncryptedColumn[] = [
  grantColumn('refresh', {
    state: 'needs_reconnect',
    reason: unreadable,
    refreshTokenEncrypted: null,
    ...noAccess,
  }),
  grantColumn('access', noAccess),
  {
    name: 'google_consents.code_verifier_encrypted',
    table: googleConsents,
    key: googleConsents.stateHash,
    column: googleConsents.codeVerifierEncrypted,
    associatedData: (stateHash) => verifierColumn(stateHash as Uint8Array),
    lasts: false,
    async forget(db, stateHash) {
      await db.delete(googleConsents).where(eq(googleConsents.stateHash, stateHash as Uint8Array))
    },
  },
]
