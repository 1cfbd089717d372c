import { and, desc, eq, sql } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import {
  afterCursor,
  countRows,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import { mailIntake, mailMailboxes, mailMessages, mailThreads } from '#server/database/schema.ts'
import { readMailState } from '#server/mail/state.ts'
import type { Context } from '#server/service/context.ts'
import type { incoming } from './contract.ts'
import { mailboxName } from './position.server.ts'

type Figures = {
  accepted: number | null
  posted: number | null
  queued: number
  failed: number
  unreadable: number
  suspect: number
}

const milliseconds = (interval: ReturnType<typeof sql>) =>
  sql`(extract(epoch from ${interval}) * 1000)::float8`
const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms))

async function readFigures({ db }: Context): Promise<Figures> {
  const { rows } = await db.execute<Figures>(sql`
    select
      (select ${milliseconds(sql`max(accepted_at)`)} from ${mailMessages}) as accepted,
      (select ${milliseconds(sql`max(received_at)`)} from ${mailIntake} where source = 'post') as posted,
      (select count(*)::int from ${mailMessages} where delivery = 'queued') as queued,
      (select count(*)::int from ${mailMessages} where delivery = 'failed'
        and send_at > now() - interval '7 days') as failed,
      (select count(*)::int from ${mailIntake} where state = 'unreadable') as unreadable,
      (select count(*)::int from ${mailThreads} where suspect) as suspect`)
  const [figures] = rows
  if (!figures) throw new Error('count returned no row')
  return figures
}

export async function readStatus(context: Context): Promise<Offered<typeof incoming.status>> {
  const { db, config } = context
  const imap = config.intake?.imap
  const [figures, { isSetUp, failingSince }, [mailbox]] = await Promise.all([
    readFigures(context),
    readMailState(context),
    imap
      ? db
          .select()
          .from(mailMailboxes)
          .where(eq(mailMailboxes.name, mailboxName(imap)))
      : [],
  ])
  return {
    out: {
      configured: isSetUp,
      failingSince: failingSince ?? null,
      lastAcceptedAt: timeOf(figures.accepted),
      queued: figures.queued,
      failed: figures.failed,
    },
    in: {
      imap: {
        configured: imap !== undefined,
        connectedAt: mailbox?.connectedAt ?? null,
        failingSince: mailbox?.failingSince ?? null,
        lastError: mailbox?.lastError ?? null,
      },
      post: {
        configured: config.intake?.token !== undefined,
        lastReceivedAt: timeOf(figures.posted),
      },
      unreadable: figures.unreadable,
      suspect: figures.suspect,
    },
  }
}

/** Sorts by time of receipt. */
const listed = { id: mailIntake.id, createdAt: mailIntake.receivedAt }

export async function listUnreadable(
  { db }: Context,
  paging: ParsedInput<typeof incoming.unreadable>,
) {
  const isUnreadable = eq(mailIntake.state, 'unreadable')
  const rows = await db
    .select({
      id: mailIntake.id,
      source: mailIntake.source,
      receivedAt: mailIntake.receivedAt,
      size: mailIntake.fileSize,
      sender: mailIntake.envelopeSender,
      reason: sql<string>`coalesce(${mailIntake.error}, 'malformed')`,
      hasOriginal: sql<boolean>`${mailIntake.storageKey} is not null`,
    })
    .from(mailIntake)
    .where(and(isUnreadable, afterCursor(listed, paging)))
    .orderBy(desc(mailIntake.receivedAt), desc(mailIntake.id))
    .limit(rowsToRead(paging))
    .offset(rowsToSkip(paging))
  return toPage(
    rows.map((row) => ({ ...row, createdAt: row.receivedAt })),
    paging,
    await countRows(db, paging, mailIntake, isUnreadable),
  )
}
