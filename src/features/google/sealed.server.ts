import { eq } from 'drizzle-orm'
import { googleConsents, googleGrants } from '../../server/db/schema.ts'
import type { SealedColumn } from '../../server/resealing.ts'
import { verifierPlace } from './consents.server.ts'
import { tokenPlace, unreadable } from './grants.server.ts'

const grants = { table: googleGrants, key: googleGrants.id }

/** What this feature keeps sealed. */
export const googleColumns: readonly SealedColumn[] = [
  {
    ...grants,
    name: 'google_grants.refresh_token_sealed',
    column: googleGrants.refreshTokenSealed,
    place: (id) => tokenPlace(String(id), 'refresh'),
    lasts: true,
    async forget(db, id) {
      await db
        .update(googleGrants)
        .set({
          state: 'needs_reconnect',
          reason: unreadable,
          refreshTokenSealed: null,
          accessTokenSealed: null,
        })
        .where(eq(googleGrants.id, String(id)))
    },
  },
  {
    ...grants,
    name: 'google_grants.access_token_sealed',
    column: googleGrants.accessTokenSealed,
    place: (id) => tokenPlace(String(id), 'access'),
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
    place: (stateHash) => verifierPlace(stateHash as Uint8Array),
    lasts: false,
    async forget(db, stateHash) {
      await db.delete(googleConsents).where(eq(googleConsents.stateHash, stateHash as Uint8Array))
    },
  },
]
