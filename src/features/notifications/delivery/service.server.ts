import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { afterCursor, newestFirst, rowsToRead, toPage } from '#server/database/pagination.ts'
import { notifications as table } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Service } from '#server/service/context.ts'
import type { notifications } from './contract.ts'

const maxCounted = 100

const isUnread = and(isNull(table.readAt), isNull(table.withdrawnAt))

async function countUnread(db: Database, userId: string): Promise<number> {
  // There is no limit in the query, because it would make PostgreSQL scan the table instead of the
  // index.
  const found = await db.$count(table, and(eq(table.userId, userId), isUnread))
  return Math.min(found, maxCounted)
}

export const notificationsService: Service<typeof notifications> = {
  async list({ db, user }, listing) {
    const [rows, unread] = await Promise.all([
      db
        .select()
        .from(table)
        .where(
          and(
            eq(table.userId, user.id),
            // A notification withdrawn before it was read no longer concerns anybody.
            or(isNull(table.withdrawnAt), isNotNull(table.readAt)),
            afterCursor(table, listing),
          ),
        )
        .orderBy(...newestFirst(table))
        .limit(rowsToRead(listing)),
      countUnread(db, user.id),
    ])
    return { ...toPage(rows, listing), unread }
  },

  async read(context, { ids }) {
    const { db, user } = context
    await db
      .update(table)
      .set({ readAt: sql`now()` })
      .where(and(eq(table.userId, user.id), isUnread, ids && inArray(table.id, ids)))
    inboxChanged(context, 'notifications')
    return { unread: await countUnread(db, user.id) }
  },
}
