/** Generated requests, chats, mails, notifications and audit entries around reply deadlines. */
import { sql } from 'drizzle-orm'
import type { Database } from '../src/server/database/open.ts'

/** An id of its own for the row `of` of a kind, of version 4. */
export const idOf = (kind: string, of: string | number) =>
  `overlay(overlay(md5('${kind} ' || ${of}) placing '4' from 13) placing '8' from 17)::uuid`

/** Evenly spread over [0, 100), by the row `i` and by what is decided. */
const percent = (what: string) => `(abs(hashint8extended(i, hashtext('${what}'))) % 1000 / 10.0)`

const staff = 20

/** One minute lies between two rows; the first is the newest. */
const openedAt = `date_trunc('minute', now()) - i * interval '1 minute'`

/** Of 100 requests 70 are leads, 10 chats and 20 mail threads; every fifth lead has a thread. */
const isLead = 'i % 10 < 7'
const isChat = 'i % 10 = 7'
const isMail = 'i % 10 > 7'
const hasThread = `(${isMail} or i % 5 = 0)`

/** Chats are answered within minutes: hardly one is open. Of the rest the newest, and some old. */
const isOpen = (count: number) =>
  `(case when ${isChat} then i % 10000 = 7 else i <= ${count / 20} or ${percent('open')} < 5.9 end)`

const when = (condition: string, then: string) => `case when ${condition} then ${then} end`

const somebody = idOf('user', `1 + i % ${staff}`)

function assigneeOf(userId: string): string {
  const share = percent('assignee')
  return `case when ${share} < 40 then null when ${share} < 45 then '${userId}' else ${somebody} end`
}

/** The third of three mails of a thread is the newest; the first thread has one in a hundred of all. */
function mailsOf(count: number, kind: string, name: string, ofThread: string, n: string): string {
  const share = percent('delivery')
  return `
    insert into mail_messages (id, thread_id, direction, kind, message_id, from_address, to_address,
      subject, text, author_id, send_at, delivery, next_attempt_at, accepted_at, error_code,
      content_sha256, created_at)
    select ${idOf(name, 'i')}, ${ofThread}, case when ${n} % 3 = 0 then 'in' else 'out' end,
      case when ${n} % 3 = 0 then 'received' else '${kind}' end, '<${name}' || i || '@n.example>',
      'from' || i || '@n.example', 'to' || i || '@n.example', 'Slips ' || i,
      repeat('We type slips a week, and would rather not. ', 10),
      ${when(`${n} % 3 > 0 and '${kind}' = 'reply'`, somebody)}, ${openedAt},
      case when ${n} % 3 = 0 then null when ${share} < 1 then 'failed' when ${share} < 2 then 'bounced'
        else 'accepted' end,
      null, ${when(`${n} % 3 > 0 and ${share} >= 1`, openedAt)},
      ${when(`${n} % 3 > 0 and ${share} < 2`, `'550'`)}, sha256(i::text::bytea),
      ${openedAt} + ${n} * interval '1 second'
    from generate_series(${count}, 1, -1) i`
}

function requests(count: number, userId: string): string[] {
  const assignee = assigneeOf(userId)
  return [
    `insert into users (id, username, password_hash, role, active)
    select ${idOf('user', 'i')}, 'staff' || i, 'none', 'agent', i <= ${staff}
    from generate_series(${staff + 2}, 1, -1) i`,

    // Random numbers would meet among so many.
    `insert into inquiries (id, number, name, email, company, service, message, content_hash, assignee_id,
      created_at)
    select ${idOf('inquiry', 'i')}, regexp_replace(lpad(i::text, 8, '0'), '(.{4})', 'R-\\1-'),
      'Lead ' || i, 'lead' || i || '@n.example',
      case when i % 3 = 0 then 'Northfold' else '' end,
      case when i % 2 = 0 then 'consultation' else '' end, repeat('Slips a week. ', 20),
      sha256(i::text::bytea), ${assignee}, ${openedAt}
    from generate_series(${count}, 1, -1) i where ${isLead}`,

    `insert into chat_sessions (id, visitor_hash, status, visitor_name, visitor_email, agent_id,
      last_seq, message_count, last_message, last_message_by, last_message_at, started_at)
    select ${idOf('chat', 'i')}, sha256(i::text::bytea), 'ended', 'Visitor ' || i,
      'visitor' || i || '@n.example', ${somebody}, 2, 2, 'Thank you', 'agent', ${openedAt}, ${openedAt}
    from generate_series(${count}, 1, -1) i where ${isChat}`,

    `insert into mail_threads (id, subject, inquiry_id, assignee_id, suspect, last_message_at,
      created_at)
    select ${idOf('thread', 'i')}, 'Slips ' || i, ${when(isLead, idOf('inquiry', 'i'))}, ${assignee},
      ${isMail} and ${percent('suspect')} < 1, ${openedAt}, ${openedAt}
    from generate_series(${count}, 1, -1) i where ${hasThread} and not ${isChat}`,

    `insert into reply_deadlines (id, kind, inquiry_id, chat_session_id, thread_id, opened_at,
      unassigned_at, due_soon_at, due_at, unassigned_notified_at, due_soon_notified_at,
      overdue_notified_at, assignee_id, snoozed_until, met_at, evidence, met_by, how, waived_at,
      waive_reason, changed_at)
    select ${idOf('deadline', 'i')},
      case when ${isChat} then 'chat' when ${isMail} then 'mail' when i % 2 = 0 then 'consultation'
        else 'inquiry' end,
      ${when(isLead, idOf('inquiry', 'i'))}, ${when(isChat, idOf('chat', 'i'))},
      ${when(isMail, idOf('thread', 'i'))}, ${openedAt}, ${openedAt} + interval '6 hours',
      ${openedAt} + interval '18 hours', ${openedAt} + interval '24 hours',
      ${when('i >= 360', 'now()')}, ${when('i >= 1080', 'now()')}, ${when('i >= 1440', 'now()')},
      ${assignee},
      case when not ${isOpen(count)} then null
        when ${percent('snoozed')} < 10 then now() + interval '1 day'
        when ${percent('snoozed')} < 15 then ${openedAt} + interval '1 hour' end,
      ${when(`not ${isOpen(count)} and i % 8 > 0`, `${openedAt} + interval '1 hour' * (i % 30)`)},
      ${when(
        `not ${isOpen(count)} and i % 8 > 0`,
        `case when ${isChat} then 'chat' when i % 8 = 1 then 'stated' else 'mail' end`,
      )},
      ${when(`not ${isOpen(count)} and i % 8 > 0`, somebody)},
      ${when(`not ${isOpen(count)} and i % 8 = 1`, `'phone'`)},
      ${when(`not ${isOpen(count)} and i % 8 = 0`, openedAt)},
      ${when(`not ${isOpen(count)} and i % 8 = 0`, `'no_reply_needed'`)}, ${openedAt}
    from generate_series(${count}, 1, -1) i`,

    `insert into reply_deadline_events (id, deadline_id, at, type)
    select ${idOf('event', 'i')}, ${idOf('deadline', 'i')}, ${openedAt}, 'opened'
    from generate_series(${count}, 1, -1) i`,
  ]
}

/** Three in each thread, one in a hundred in a single thread, and mails to staff. */
function mails(count: number): string[] {
  const threads = `select id, row_number() over (order by last_message_at desc) as place
    from mail_threads`
  const ofThread = `(select id from numbered where place = 1 + (i - 1) / 3)`
  return [
    `create temporary table numbered as ${threads}`,
    'create unique index on numbered (place)',
    'analyze numbered',
    mailsOf(Math.floor(count * 0.84), 'reply', 'mail', ofThread, 'i'),
    mailsOf(count / 100, 'reply', 'long', idOf('thread', 5), 'i'),
    mailsOf(Math.floor(count * 0.15), 'notification', 'staff', 'null', '1'),
    // Replies that wait to be sent on another day.
    `update mail_messages set delivery = 'queued', accepted_at = null,
      send_at = now() + interval '1 day', next_attempt_at = now() + interval '1 day'
    where id in (select ${idOf('mail', 'i * 3 - 1')} from generate_series(1, ${count}, 1000) i)`,
    `insert into mail_intake (id, source, source_key, state, received_at, file_size, sha256)
    select ${idOf('intake', 'i')}, 'imap', 'inbox:1:' || i,
      case when i % 100 = 0 then 'unreadable' else 'done' end, ${openedAt}, 1000,
      sha256(i::text::bytea)
    from generate_series(${count / 10}, 1, -1) i`,
    'drop table numbered',
  ]
}

const actions = ['client.updated', 'inbox.taken', 'inbox.snoozed', 'mail.sent', 'inquiry.released']

/** The user has read most of what was sent to all. */
function others(count: number, userId: string): string[] {
  const action = `(array['${actions.join("','")}'])[1 + i % ${actions.length}]`
  return [
    `insert into notifications (id, user_id, event, event_key, inquiry_id, tag, title, url,
      created_at, read_at, withdrawn_at)
    select ${idOf('notification', 'i')}, case when i % 2 = 0 then '${userId}' else ${somebody} end,
      'lead.created', 'created ' || i, ${when(isLead, idOf('inquiry', 'i'))}, 'tag ' || i,
      'New inquiry ' || i, '/admin/inbox', ${openedAt},
      ${when(`${percent('read')} < 70`, 'now()')}, ${when(`${percent('read')} between 71 and 200`, 'now()')}
    from generate_series(${count / 5}, 1, -1) i`,
    `insert into audit_entries (id, actor_id, action, subject, subject_id, at)
    select ${idOf('audit', 'i')}, case when i % 50 = 0 then '${userId}' else ${somebody} end,
      case when i % 5000 = 0 then 'user.deactivated' else ${action} end,
      case when i % 5000 = 0 then 'user' else split_part(${action}, '.', 1) end,
      ${idOf('inquiry', 'i')}, ${openedAt}
    from generate_series(${count}, 1, -1) i`,
  ]
}

/**
 * `count` reply deadlines, one in ten open, as many mails and audit entries, and a fifth of that
 * notifications. Of what is open 5 % is the user's, 40 % nobody's; 10 % is snoozed. Of the mails sent
 * 1 % failed and 1 % came back.
 */
export async function fillInbox(db: Database, count: number, userId: string): Promise<void> {
  const run = (text: string) => db.execute<{ name: string; text: string }>(sql.raw(text))
  // Without indexes and foreign keys it takes a third of the time.
  await run('set session_replication_role = replica')
  const { rows: indexes } = await run(`
    select indexname as name, indexdef as text from pg_indexes
    where tablename in ('inquiries', 'chat_sessions', 'mail_threads', 'mail_messages',
      'reply_deadlines', 'reply_deadline_events', 'notifications', 'audit_entries')
    and indexname not in (select conname from pg_constraint)`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (const statement of [...requests(count, userId), ...mails(count), ...others(count, userId)]) {
    await run(statement)
  }
  for (const { text } of indexes) await run(text)
  await run('set session_replication_role = origin')
  await run('vacuum analyze')
}
