import { eq } from 'drizzle-orm'
import { users } from '../../server/db/schema.ts'
import type { SealedColumn } from '../../server/resealing.ts'
import { secretPlace } from './codes.server.ts'
import { removeSecondFactor } from './service.server.ts'

/** What this feature keeps sealed. */
export const secondFactorColumns: readonly SealedColumn[] = [
  {
    name: 'users.totp_secret_sealed',
    table: users,
    key: users.id,
    column: users.totpSecretSealed,
    place: (id) => secretPlace(String(id)),
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
