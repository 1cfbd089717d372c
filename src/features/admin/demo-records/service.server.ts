import { type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { removeSessions } from '#features/chat/server/sessions.server.ts'
import { removeClients } from '#features/clients/remove-clients.server.ts'
import { removeLeads } from '#features/leads/remove-leads.server.ts'
import { byName } from '#server/database/by-name.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { auditEntries, demoRecords as marked } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { Service } from '#server/service/context.ts'
import type { demoRecords } from './contract.ts'

const kinds = ['clients', 'inquiries', 'chat_sessions'] as const
type Kind = (typeof kinds)[number]
type Reader = Database | Transaction

/** The columns that hold the name and the email address. */
const columns: Record<Kind, [name: string, email: string]> = {
  clients: ['name', 'email'],
  inquiries: ['name', 'email'],
  chat_sessions: ['visitor_name', 'visitor_email'],
}

/** Functions that delete records, in the order in which other transactions lock the tables. */
const removers: Record<Kind, (tx: Transaction, ids: readonly string[]) => Promise<string[]>> = {
  clients: removeClients,
  inquiries: removeLeads,
  chat_sessions: removeSessions,
}

const isMarked = (kind: Kind) =>
  sql`exists (select from ${marked} d where d.record_id = r.id and d.table_name = ${kind})`

/**
 * Finds email addresses that cannot exist. An earlier version of the seed used them, without
 * marking its records.
 */
const isSuggested = (kind: Kind) => {
  const email = sql.identifier(columns[kind][1])
  return sql`r.${email} ~* '[.@]example$' and not ${isMarked(kind)}`
}

/** Whether the audit log has an entry about the record. */
const isChanged = sql`exists (
  select from ${auditEntries} a where a.subject_id = r.id or a.client_id = r.id)`

async function recordsOf(db: Reader, kind: Kind, condition: SQL) {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select r.id, r.${sql.identifier(columns[kind][0])} as name from ${sql.identifier(kind)} r
    where ${condition} order by ${byName(sql`r.${sql.identifier(columns[kind][0])}`)}, r.id limit 1000`)
  return rows.map(({ id, name }) => ({ id, kind, name }))
}

const ofAllKinds = async (db: Reader, condition: (kind: Kind) => SQL) =>
  (await Promise.all(kinds.map((kind) => recordsOf(db, kind, condition(kind))))).flat()

async function countOf(db: Reader, kind: Kind): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(kind)} r where ${isMarked(kind)}`,
  )
  return rows[0]?.count ?? 0
}

const filesOf = sql`project_documents f join projects p on p.id = f.project_id`

async function countFiles(db: Database | Transaction, ofClient: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${filesOf} where p.client_id in (${ofClient})`,
  )
  return rows[0]?.count ?? 0
}

const confirmed = 'remove'

export const demoRecordsService: Service<typeof demoRecords> = {
  async show({ db }) {
    const [clients, leads, chats, files] = await Promise.all([
      countOf(db, 'clients'),
      countOf(db, 'inquiries'),
      countOf(db, 'chat_sessions'),
      countFiles(db, sql`select r.id from clients r where ${isMarked('clients')}`),
    ])
    const changed = await ofAllKinds(db, (kind) => sql`${isMarked(kind)} and ${isChanged}`)
    return { clients, leads, chats, files, changed, suggested: await ofAllKinds(db, isSuggested) }
  },

  async remove({ db, user, pubSub }, { confirmation, keep = [], also = [] }) {
    if (confirmation.trim().toLowerCase() !== confirmed) {
      const message = `Type ${confirmed} to confirm`
      throw new Failure('invalid_input', message, { fields: { confirmation: message } })
    }
    const list = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`
    const removed = await db.transaction(async (tx) => {
      const chosen = async (kind: Kind) => {
        const { rows } = await tx.execute<{ id: string }>(sql`
          select r.id from ${sql.identifier(kind)} r
          where ${isMarked(kind)} and r.id <> all(${list(keep)})
            or r.id = any(${list(also)}) and ${isSuggested(kind)}`)
        return rows.map(({ id }) => id)
      }
      const files = await countFiles(tx, sql`select unnest(${list(await chosen('clients'))})`)
      const gone = { clients: 0, inquiries: 0, chat_sessions: 0 }
      for (const kind of kinds) {
        const ids = await removers[kind](tx, await chosen(kind))
        gone[kind] = ids.length
        await tx.execute(
          sql`delete from ${marked} where table_name = ${kind} and record_id = any(${list(ids)})`,
        )
      }
      const { clients, inquiries: leads, chat_sessions: chats } = gone
      const counts = { clients, leads, chats, files }
      await record(tx, user, {
        action: 'settings.demo_removed',
        subject: 'settings',
        details: counts,
      })
      return counts
    })
    inboxChanged({ pubSub }, 'inbox', 'leads', 'mail')
    return removed
  },
}
