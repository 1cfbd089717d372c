import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import type { Database } from '#server/database/open.ts'
import { openChatTestApp, type RawClient } from '#test/harness/chat-app.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import type { Person } from '#test/harness/test-app.ts'
import { openTwo } from '#test/harness/two-instances.ts'
import { chat } from '../protocol/contract.ts'
import { followChats } from './chat-deadlines.server.ts'

/** The first chat is the newest. Every tenth was abandoned and has no end. */
const addChats = (db: Database, count: number) =>
  db.execute(sql`
    insert into chat_sessions (id, visitor_hash, visitor_name, visitor_email, visitor_company,
      status, started_at, ended_at, abandoned_at, last_message_at)
    select gen_random_uuid(), sha256(n::text::bytea), 'Visitor ' || n, 'v' || n || '@n.test', 'Tarn',
      case when n % 10 = 0 then 'abandoned' else 'ended' end, now() - interval '1 year',
      case when n % 10 > 0 then now() - make_interval(days => n) end, now(),
      now() - make_interval(days => n)
    from generate_series(1, ${count}::int) n`)

const say = (sessionId: string, content: string) => ({
  type: 'send_message',
  sessionId,
  content,
  clientMessageId: randomUUID(),
})

async function namesOf(person: Person, input: Input<typeof chat.list>) {
  const { items, total } = await person.call(chat.list, input)
  return { names: items.map(({ visitorName }) => visitorName), total }
}

test('ended and abandoned chats come by pages, the latest first, with their number', async () => {
  await using app = await openChatTestApp()
  await app.visitor()
  await addChats(app.db, 120)
  const agent = await app.person('agent')
  const names: string[] = []
  let after: string | undefined
  for (const size of [50, 50, 20]) {
    const page = await agent.call(chat.list, { after })
    expect([page.items.length, page.total]).toEqual([size, 120])
    expect(page.items.every(({ messages }) => messages.length === 0)).toBe(true)
    names.push(...page.items.map(({ visitorName }) => visitorName))
    after = page.next ?? undefined
  }
  expect(after).toBeUndefined()
  expect(names).toEqual(Array.from({ length: 120 }, (_, n) => `Visitor ${n + 1}`))
  expect(await namesOf(agent, { limit: 1 })).toEqual({ names: ['Visitor 1'], total: 120 })
  for (const [field, wrong] of [
    ['after', { after: 'yesterday' }],
    ['limit', { limit: 101 }],
    ['view', { view: 'all' as never }],
    ['search', { search: 'x'.repeat(201) }],
  ] as const) {
    const failure = await failureOf(agent.call(chat.list, wrong))
    expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual(['invalid_input', [field]])
  }
})

test('a search finds chats by visitor and by message, and counts what it found', async () => {
  await using app = await openChatTestApp()
  await addChats(app.db, 120)
  const agent = await app.person('agent')
  await app.db.execute(sql`
    with talked as (
      update chat_sessions set last_seq = 2, message_count = 1
      where visitor_name in ('Visitor 7', 'Visitor 40') returning id, visitor_name
    )
    insert into chat_messages (id, session_id, seq, sender_type, sender_key, message_type, content)
    select gen_random_uuid(), id, 1, 'visitor', 'visitor', 'text', 'Über 100 % at ' || visitor_name
      from talked
    union all
    select gen_random_uuid(), id, 2, 'system', 'system', 'system_notification',
      'Chat session has ended' from talked`)
  const found = (search: string, more = {}) => namesOf(agent, { search, ...more })
  expect(await found('visitor 40')).toEqual({ names: ['Visitor 40'], total: 1 })
  expect(await found('V12@n')).toEqual({ names: ['Visitor 12'], total: 1 })
  expect(await found('TARN', { limit: 1 })).toEqual({ names: ['Visitor 1'], total: 120 })
  expect(await found('ÜBER 100 %')).toEqual({ names: ['Visitor 7', 'Visitor 40'], total: 2 })
  expect(await found('über 100 _')).toEqual({ names: [], total: 0 })
  expect((await found('session has ended')).total).toBe(0)
  const first = await agent.call(chat.list, { search: 'über', limit: 1 })
  const after = first.next ?? ''
  const second = { names: ['Visitor 40'], total: 2 }
  expect(await found('über', { limit: 1, after })).toEqual(second)
  expect(await found('über', { limit: 1, page: 2 })).toEqual(second)
})

test('a question that was left stays with every agent until it is set aside or answered', async () => {
  await using two = await openTwo()
  const { app } = two
  const follow = () =>
    followChats.run({ ...app.deps, log: { info() {}, warn() {}, error() {} } }, {})
  const near = await app.agent()
  const far = await two.farAgent('theo')
  const bothCount = (count: number) =>
    Promise.all(
      [near, far].map((agent: RawClient) =>
        agent.receive('inbox_changed', ({ unansweredChats }) => unansweredChats === count),
      ),
    )
  const listed = () => namesOf(near.person, { view: 'unanswered' })
  const nobody = { names: [], total: 0 }

  const silent = await app.visitor({ visitorInfo: { name: 'Silent', email: 's@n.test' } })
  const writing = await app.visitor({ visitorInfo: { name: 'Asking', email: 'a@n.test' } })
  const { sessionId, visitorId } = writing
  writing.send(say(sessionId, 'What does it cost?'))
  await writing.receive('new_message')
  expect(await listed()).toEqual(nobody)
  await silent.close()
  await writing.close()
  await app.chat.tick()
  await bothCount(1)
  expect(await listed()).toEqual({ names: ['Asking'], total: 1 })

  const back = await app.visitor({ visitorId })
  await bothCount(0)
  expect(await listed()).toEqual(nobody)
  near.send({ type: 'join_session', sessionId, adminId: near.id })
  await back.receive('admin_joined')
  await back.close()
  await bothCount(1)
  await follow()

  const { items } = await near.person.call(inbox.history, { type: 'chat', id: sessionId })
  const id = items[0]?.id ?? ''
  await near.person.call(inbox.waive, { id, reason: 'no_reply_needed', note: null })
  await bothCount(0)
  expect(await listed()).toEqual(nobody)
  await far.person.call(inbox.reopen, { id })
  await bothCount(1)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await far.person.call(inbox.snooze, { id, until })
  await bothCount(0)
  await far.person.call(inbox.unsnooze, { id })
  await bothCount(1)
  const late = await two.farAgent('vera')
  expect((await late.receive('inbox_changed')).unansweredChats).toBe(1)

  near.send(say(sessionId, 'Less than you think.'))
  await near.receive('new_message', ({ message }) => message.senderType === 'admin')
  await follow()
  await bothCount(0)
  expect(await listed()).toEqual(nobody)
  expect(await namesOf(near.person, {})).toMatchObject({ total: 2 })
})
