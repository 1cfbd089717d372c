import { eq } from 'drizzle-orm'
import type { Offered, Role } from '#contract/endpoint.ts'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  notificationSettings as settings,
  notificationPreferences as table,
} from '#server/database/schema.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import type { preferences } from './contract.ts'
import { defaultWays } from './defaults.ts'
import { readPossibleEvents } from './possible-events.server.ts'

/** Only owners are notified of backups. */
const isToldOf = (event: NotificationEvent, role: Role) =>
  event !== 'backup.failed' || role === 'owner'

async function read(
  db: Database | Transaction,
  { config, user: { id, role } }: SignedInContext,
): Promise<Offered<typeof preferences.show>> {
  // The queries are sequential because a transaction has only one connection.
  const possible = await readPossibleEvents(db, config)
  const chosen = await db.select().from(table).where(eq(table.userId, id))
  const [quiet] = await db.select().from(settings).where(eq(settings.userId, id))
  return {
    preferences: possible
      .filter((event) => isToldOf(event, role))
      .map((event) => {
        const { push, mail } = chosen.find((one) => one.event === event) ?? defaultWays(event, role)
        return { event, push, mail }
      }),
    quiet: quiet
      ? {
          from: quiet.quietFrom,
          to: quiet.quietTo,
          days: quiet.quietDays,
          zone: quiet.zone,
          overdueBreaks: quiet.overdueBreaksQuiet,
        }
      : null,
  }
}

export const preferencesService: Service<typeof preferences> = {
  show: (context) => read(context.db, context),

  update: (context, { preferences: changed = [], quiet }) =>
    context.db.transaction(async (tx) => {
      const userId = context.user.id
      for (const { event, push, mail } of changed) {
        await tx
          .insert(table)
          .values({ userId, event, push, mail })
          .onConflictDoUpdate({ target: [table.userId, table.event], set: { push, mail } })
      }
      if (quiet === null) await tx.delete(settings).where(eq(settings.userId, userId))
      if (quiet) {
        const row = {
          quietFrom: quiet.from,
          quietTo: quiet.to,
          quietDays: quiet.days,
          zone: quiet.zone,
          overdueBreaksQuiet: quiet.overdueBreaks,
        }
        await tx
          .insert(settings)
          .values({ userId, ...row })
          .onConflictDoUpdate({ target: settings.userId, set: row })
      }
      return read(tx, context)
    }),
}
