import { sql } from 'drizzle-orm'
import { fitText } from '#contract/cut-text.ts'
import type { Database } from '#server/database/open.ts'
import type { TimelineEntry } from './contract.ts'

const perPage = 20
const textCharacters = 300

type Row = Omit<TimelineEntry, 'at'> & { ms: number }

/** Audit actions that entries of other kinds already show. */
const shownElsewhere = [
  'client.created',
  'project.created',
  'note.added',
  'document.uploaded',
  'automation.created',
  'automation.retired',
]

/** The automation of an entry, whose page it leads to. */
const automationId = sql`(
  case when kind in ('automation', 'retired') then shown.id when kind = 'incident' then (
    select i.automation_id::text from incidents i where i.id = shown.id::uuid) end)`

/** The receipt of an entry: of a call the newest one, which agrees with the state that is shown. */
const receipt = sql`(
  select r.seq::float8 from receipts r
  where r.subject_id = shown.id and r.subject_type = case shown.kind
      when 'inquiry' then 'lead' when 'consultation' then 'lead' when 'call' then 'booking'
      when 'automation' then 'automation' when 'retired' then 'automation' when 'incident' then 'incident' end
    and case shown.kind when 'call' then true when 'retired' then r.kind = 'automation.retired'
      else r.kind in ('lead.received', 'automation.created', 'incident.opened') end
  order by r.no desc limit 1)`

/** @param before position to continue from: milliseconds and id of the last entry shown. */
export async function readTimeline(
  db: Database,
  clientId: string,
  { before, withAudit }: { before?: string; withAudit: boolean },
) {
  const bar = before?.indexOf('|') ?? -1
  const beforeMs = before ? Number(before.slice(0, bar)) : null
  const beforeId = before?.slice(bar + 1) ?? ''
  const { rows } = await db.execute<Row>(sql`
    with entry as (
      select 'client' as kind, id::text as id, created_at as at, name as subject, '' as text,
        (select coalesce(display_name, username) from audit_entries a join users on users.id = a.actor_id
          where a.client_id = ${clientId} and a.action = 'client.created' limit 1) as author,
        null::uuid as project_id
      from clients where id = ${clientId}
      union all
      select kind, id::text, created_at, service, message, name, null
      from inquiries where client_id = ${clientId}
      union all
      select 'chat', id::text, started_at, status, coalesce(last_message, ''), visitor_name, null
      from chat_sessions where client_id = ${clientId}
      union all
      select 'call', b.id::text, b.starts_at, coalesce(b.outcome, b.state), coalesce(b.outcome_notes, b.note, ''),
        coalesce(u.display_name, u.username), null
      from bookings b join users u on u.id = b.host_id
      where (b.client_id = ${clientId} or b.inquiry_id in (
          select id from inquiries where client_id = ${clientId}))
        and b.state in ('pending', 'booked', 'cancelled')
        and b.pending_reason is distinct from 'suspect'
      union all
      select 'project', p.id::text, p.created_at, p.title, coalesce(p.description, ''),
        (select coalesce(display_name, username) from audit_entries a join users on users.id = a.actor_id
          where a.project_id = p.id and a.action = 'project.created' limit 1), p.id
      from projects p where p.client_id = ${clientId}
      union all
      select 'note', n.id::text, n.created_at, p.title, n.content, coalesce(u.display_name, u.username), p.id
      from projects p join project_notes n on n.project_id = p.id
        left join users u on u.id = n.author_id
      where p.client_id = ${clientId} and n.deleted_at is null
      union all
      select 'document', d.id::text, d.created_at, d.original_name, p.title, coalesce(u.display_name, u.username), p.id
      from projects p join project_documents d on d.project_id = p.id
        left join users u on u.id = d.author_id
      where p.client_id = ${clientId} and d.deleted_at is null
      union all
      select 'google', g.service, g.created_at, g.service, g.state, coalesce(u.display_name, u.username), null
      from google_setups g left join users u on u.id = g.created_by
      where g.client_id = ${clientId}
      union all
      select 'automation', m.id::text, m.created_at, m.name, m.description,
        (select coalesce(display_name, username) from audit_entries a join users on users.id = a.actor_id
          where a.subject_id = m.id and a.action = 'automation.created' limit 1), m.project_id
      from automations m where m.client_id = ${clientId}
      union all
      select 'retired', m.id::text, m.retired_at, m.name, '', null, m.project_id
      from automations m where m.client_id = ${clientId} and m.retired_at is not null
      union all
      select 'incident', i.id::text, i.opened_at, m.name, i.cause, null, m.project_id
      from automations m join incidents i on i.automation_id = m.id
      where m.client_id = ${clientId}
      union all
      select 'audit', a.id::text, a.at, a.action,
        coalesce((select string_agg(changed, ', ') from jsonb_array_elements_text(
          case jsonb_typeof(a.details->'changed') when 'array' then a.details->'changed' else '[]' end
        ) as changed), ''), coalesce(u.display_name, u.username), a.project_id
      from audit_entries a left join users u on u.id = a.actor_id
      where ${withAudit} and a.client_id = ${clientId}
        and a.action not in (${sql.join(
          shownElsewhere.map((action) => sql`${action}`),
          sql`, `,
        )})
    ), placed as (
      select *, floor(extract(epoch from at) * 1000)::float8 as ms from entry
    ), shown as (
      select * from placed
      where ${beforeMs}::float8 is null or (ms, id) < (${beforeMs}::float8, ${beforeId})
      order by ms desc, id desc
      limit ${perPage + 1}
    )
    select id, kind, ms, subject, left(text, ${2 * textCharacters}) as text, author,
      project_id as "projectId", ${automationId} as "automationId", ${receipt} as receipt
    from shown order by ms desc, id desc`)
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  return {
    entries: shown.map(({ ms, text, ...entry }) => ({
      ...entry,
      at: new Date(ms),
      text: fitText(text, textCharacters, 'codePoints'),
    })),
    next: rows.length > perPage && last ? `${last.ms}|${last.id}` : null,
  }
}
