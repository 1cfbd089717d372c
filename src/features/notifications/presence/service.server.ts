import { eq, sql } from 'drizzle-orm'
import type { Offered } from '#contract/endpoint.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Database } from '#server/database/open.ts'
import { presence as table } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Service } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import type { presence } from './contract.ts'

/** Whether a row of `presence` means away. A user without a row is not away. */
export const isAway = sql<boolean>`(${table.state} = 'away'
  and (${table.until} is null or ${table.until} > now()))`

async function read(db: Database, userId: string): Promise<Offered<typeof presence.show>> {
  const [row] = await db
    .select({ isAway, until: table.until })
    .from(table)
    .where(eq(table.userId, userId))
  return row?.isAway ? { state: 'away', until: row.until } : { state: 'available', until: null }
}

export const presenceService: Service<typeof presence> = {
  show: ({ db, user }) => read(db, user.id),

  async update(context, { state, until = null }) {
    const { db, user, pubSub } = context
    if (until && until <= (await databaseTime(db))) {
      const message = 'Choose a time in the future'
      throw fieldFailure('until', message)
    }
    const row = { state, until: state === 'away' ? until : null }
    await db
      .insert(table)
      .values({ userId: user.id, ...row })
      .onConflictDoUpdate({ target: table.userId, set: { ...row, changedAt: sql`now()` } })
    pubSub.publish({ kind: 'agents' })
    inboxChanged(context, 'inbox')
    return read(db, user.id)
  },
}
