import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import type { Paging } from '#contract/pagination.ts'
import type { Database } from '#server/database/open.ts'
import { afterCursor, countRows, newestFirst, rowsToSkip } from '#server/database/pagination.ts'
import {
  bookings,
  caseStudies,
  chatSessions,
  clients,
  inquiries,
  mailMessages,
  mailThreads,
  notificationChannels,
  projectDocuments,
  projects,
  savedReplies,
  services,
  auditEntries as table,
  users,
} from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { type audit, nobody } from './contract.ts'

type Filters = Omit<ParsedInput<typeof audit.export>, 'format'>

const listed = { id: table.id, createdAt: table.at }

const named = (from: SQL, name: SQL) =>
  sql`(select ${name} from ${from} where id = ${table.subjectId})`

/** The current name of the subject, or null if it no longer exists. */
const subjectName = sql<string | null>`case ${table.subject}
  when 'client' then ${named(sql`${clients}`, sql`name`)}
  when 'project' then ${named(sql`${projects}`, sql`title`)}
  when 'document' then ${named(sql`${projectDocuments}`, sql`original_name`)}
  when 'booking' then ${named(sql`${bookings}`, sql`name`)}
  when 'inquiry' then ${named(sql`${inquiries}`, sql`number`)}
  when 'chat' then ${named(sql`${chatSessions}`, sql`visitor_name`)}
  when 'thread' then ${named(sql`${mailThreads}`, sql`subject`)}
  when 'mail_thread' then ${named(sql`${mailThreads}`, sql`subject`)}
  when 'mail' then ${named(sql`${mailMessages}`, sql`subject`)}
  when 'saved_reply' then ${named(sql`${savedReplies}`, sql`'/' || shortcut`)}
  when 'channel' then ${named(sql`${notificationChannels}`, sql`name`)}
  when 'service' then ${named(sql`${services}`, sql`title`)}
  when 'case_study' then ${named(sql`${caseStudies}`, sql`title`)}
  when 'user' then ${named(sql`${users}`, sql`coalesce(display_name, username)`)}
end`

function matches({ who, action, subject, client, from, to }: Filters): SQL | undefined {
  const conditions = [
    who === nobody && isNull(table.actorId),
    who && who !== nobody && eq(table.actorId, who),
    action && sql`starts_with(${table.action}, ${action})`,
    subject && eq(table.subject, subject),
    client && eq(table.clientId, client),
    from && gte(table.at, from),
    to && lt(table.at, to),
  ]
  return and(...conditions.map((condition) => condition || undefined))
}

export const countEntries = (db: Database, filters: Filters) => db.$count(table, matches(filters))

/** The `total` of a page. */
export const countPage = (db: Database, filters: Filters, paging: Paging) =>
  countRows(db, paging, table, matches(filters))

/** Newest first, from the place in the list on that `paging` names. */
export async function readEntries(db: Database, filters: Filters, limit: number, paging: Paging) {
  const { id, at, action, subject, subjectId, projectId, details } = table
  const rows = await db
    .select({
      id,
      at,
      action,
      subject,
      subjectId,
      subjectName,
      projectId,
      details,
      whoId: table.actorId,
      whoName: staffName(users),
      clientId: table.clientId,
      clientName: clients.name,
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.actorId))
    .leftJoin(clients, eq(clients.id, table.clientId))
    .where(and(matches(filters), afterCursor(listed, paging)))
    .orderBy(...newestFirst(listed))
    .limit(limit)
    .offset(rowsToSkip(paging))
  return rows.map(({ whoId, whoName, clientId, clientName, ...entry }) => ({
    ...entry,
    createdAt: entry.at,
    who: whoId ? { id: whoId, name: whoName } : null,
    client: clientId && clientName !== null ? { id: clientId, name: clientName } : null,
  }))
}
