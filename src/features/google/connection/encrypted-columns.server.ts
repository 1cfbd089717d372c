import { eq } from 'drizzle-orm'
import { googleConsents, googleGrants } from '../../../server/database/schema.ts'
import type { EncryptedColumn } from '../../../server/security/re-encryption.ts'
import { verifierColumn } from './consents.server.ts'
import { tokenColumn, unreadable } from './grants.server.ts'

const grants = { table: googleGrants, key: googleGrants.id }

export const googleColumns: readonly EncryptedColumn[] = [
  {
    ...grants,
    name: 'google_grants.refresh_token_sealed',
    column: googleGrants.refreshTokenSealed,
    place: (id) => tokenColumn(String(id), 'refresh'),
    lasts: true,
    async forget(db, id) {
      const dead = { state: 'needs_reconnect', reason: unreadable } as const
      await db
        .update(googleGrants)
        .set({ ...dead, refreshTokenSealed: null, accessTokenSealed: null })
        .where(eq(googleGrants.id, String(id)))
    },
  },
  {
    ...grants,
    name: 'google_grants.access_token_sealed',
    column: googleGrants.accessTokenSealed,
    place: (id) => tokenColumn(String(id), 'access'),
    lasts: false,
    async forget(db, id) {
      await db
        .update(googleGrants)
        .set({ accessTokenSealed: null })
        .where(eq(googleGrants.id, String(id)))
    },
  },
  {
    name: 'google_consents.code_verifier_sealed',
    table: googleConsents,
    key: googleConsents.stateHash,
    column: googleConsents.codeVerifierSealed,
    place: (stateHash) => verifierColumn(stateHash as Uint8Array),
    lasts: false,
    async forget(db, stateHash) {
      await db.delete(googleConsents).where(eq(googleConsents.stateHash, stateHash as Uint8Array))
    },
  },
]
