import { eq } from 'drizzle-orm'
import type { Offered } from '#contract/endpoint.ts'
import { notificationEvents } from '#contract/vocabulary.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  notificationSettings as settings,
  notificationPreferences as table,
} from '#server/database/schema.ts'
import type { Service, SignedIn } from '#server/service/context.ts'
import type { preferences } from './contract.ts'
import { defaultWays } from './defaults.ts'

async function read(
  db: Database | Transaction,
  { id, role }: SignedIn,
): Promise<Offered<typeof preferences.show>> {
  const [chosen, [quiet]] = await Promise.all([
    db.select().from(table).where(eq(table.userId, id)),
    db.select().from(settings).where(eq(settings.userId, id)),
  ])
  return {
    preferences: notificationEvents.map((event) => {
      const { push, mail } = chosen.find((one) => one.event === event) ?? defaultWays(event, role)
      return { event, push, mail }
    }),
    quiet: quiet
      ? {
          ...{ from: quiet.quietFrom, to: quiet.quietTo, days: quiet.quietDays },
          ...{ zone: quiet.zone, overdueBreaks: quiet.overdueBreaksQuiet },
        }
      : null,
  }
}

export const preferencesService: Service<typeof preferences> = {
  show: ({ db, user }) => read(db, user),

  update: ({ db, user }, { preferences: changed = [], quiet }) =>
    db.transaction(async (tx) => {
      const userId = user.id
      for (const { event, push, mail } of changed) {
        await tx
          .insert(table)
          .values({ userId, event, push, mail })
          .onConflictDoUpdate({ target: [table.userId, table.event], set: { push, mail } })
      }
      if (quiet === null) await tx.delete(settings).where(eq(settings.userId, userId))
      if (quiet) {
        const row = {
          ...{ quietFrom: quiet.from, quietTo: quiet.to, quietDays: quiet.days },
          ...{ zone: quiet.zone, overdueBreaksQuiet: quiet.overdueBreaks },
        }
        await tx
          .insert(settings)
          .values({ userId, ...row })
          .onConflictDoUpdate({ target: settings.userId, set: row })
      }
      return read(tx, user)
    }),
}
