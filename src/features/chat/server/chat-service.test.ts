import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  auditEntries,
  chatSessions,
  clients,
  inquiries,
  mailThreads,
} from '#server/database/schema.ts'
import { ada, openChatTestApp } from '#test/harness/chat-app.ts'
import { hastyPace, Pair, until } from '#test/harness/chat-pairs.ts'
import { openFaultProxy } from '#test/harness/fault-proxy.ts'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { origin } from '#test/harness/test-app.ts'
import { chat } from '../protocol/contract.ts'
import { mailUnansweredChat } from './chat-jobs.server.ts'

const someId = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'

test('availability says whether an agent is connected, and how fast chats are answered', async () => {
  await using app = await openChatTestApp()
  const stranger = app.stranger()
  expect(await stranger.call(chat.availability, {})).toEqual({
    agentConnected: false,
    medianReplySeconds: null,
    status: 'away',
    backAt: expect.any(String),
  })
  await app.agent()
  expect((await stranger.call(chat.availability, {})).agentConnected).toBe(true)
})

test('the usual reply is the median of the last week, from five chats up', async () => {
  await using app = await openChatTestApp()
  for (const [n, wait] of [20, 40, 60, 80, 3_600].entries()) {
    const { sessionId } = await app.visitor({}, `203.0.113.${n}`)
    await app.db.execute(sql`
      update chat_sessions set started_at = now() - interval '1 day' where id = ${sessionId}`)
    await app.db.execute(sql`
      insert into chat_messages (id, session_id, seq, sender_type, sender_key, content, sent_at)
      values (gen_random_uuid(), ${sessionId}, 1, 'admin', 'a', 'Hi',
        now() - interval '1 day' + make_interval(secs => ${wait}))`)
  }
  const { medianReplySeconds } = await app.stranger().call(chat.availability, {})
  expect(medianReplySeconds).toBe(60)
})

test('the numbers count what is active, waiting and of today', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const [one] = [await app.visitor(), await app.visitor()]
  agent.send({ type: 'join_session', sessionId: one.sessionId, adminId: agent.id })
  await one.receive('admin_joined')
  await app.db.insert(chatSessions).values({
    visitorHash: Buffer.from('old'),
    visitorName: 'Old',
    visitorEmail: 'old@n.example',
    status: 'ended',
    startedAt: sql`now() - interval '2 days'`,
  })
  expect(await agent.person.call(chat.numbers, {})).toEqual({ active: 1, waiting: 1, today: 2 })
})

test('the context lists records with the same email address', async () => {
  await using app = await openChatTestApp()
  const earlier = await app.visitor({ visitorInfo: { ...ada, email: 'ADA@n.example' } })
  const info = { ...ada, currentPage: '/services/data-analysis', referrer: 'https://n.example/' }
  const { sessionId } = await app.visitor({ visitorInfo: info })
  await app.db.insert(inquiries).values({
    name: 'Ada',
    email: 'Ada@N.example',
    message: 'Earlier',
    contentHash: Buffer.from('x'),
  })
  const agent = await app.person('agent')
  const context = await agent.call(chat.context, { id: sessionId })
  expect(context).toMatchObject({
    currentPage: '/services/data-analysis',
    referrer: 'https://n.example/',
    client: null,
    inquiries: [{ message: 'Earlier', status: 'new' }],
    earlierChats: [{ id: earlier.sessionId }],
  })
  await expect(agent.call(chat.context, { id: someId })).rejects.toThrow('There’s no such chat.')
})

test("a client is created from a chat once, with the visitor's details", async () => {
  await using app = await openChatTestApp()
  const { sessionId: id } = await app.visitor()
  const admin = await app.person('admin')
  const made = await admin.call(chat.createClient, { id, phone: '+1 555 0100' })
  const [client] = await app.db.select().from(clients)
  expect(client).toMatchObject({
    id: made.clientId,
    name: 'Ada',
    email: ada.email,
    company: ada.company,
    phone: '+1 555 0100',
  })
  await expect(admin.call(chat.createClient, { id })).rejects.toThrow(
    'This chat is already linked to the client Ada.',
  )
  expect((await admin.call(chat.context, { id })).client).toEqual({
    id: made.clientId,
    name: 'Ada',
  })
  const acts = await app.db.select().from(auditEntries)
  expect(acts.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['client.created', 'chat.linked']),
  )
  const agent = await app.person('agent')
  await expect(agent.call(chat.createClient, { id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a chat can be linked to a client there is', async () => {
  await using app = await openChatTestApp()
  const [client] = await app.db
    .insert(clients)
    .values({ name: 'Analytical', email: ada.email })
    .returning()
  const { sessionId: id } = await app.visitor()
  const admin = await app.person('admin')
  const { suggestions } = await admin.call(chat.context, { id })
  expect(suggestions).toEqual([{ id: client?.id, name: 'Analytical' }])
  await app.db.insert(mailThreads).values({ subject: 'Your chat', chatSessionId: id })
  const linked = await admin.call(chat.createClient, { id, existingClientId: client?.id })
  expect(linked).toEqual({ clientId: client?.id, name: 'Analytical' })
  expect(await app.db.$count(clients)).toBe(1)
  const [thread] = await app.db.select().from(mailThreads)
  expect(thread?.clientId, 'its mail goes along').toBe(client?.id)
})

test('a chat unanswered for a minute is reported by mail, without its text', async () => {
  await using sink = await openMailSink()
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'site@n.example', MAIL_TO: 'staff@n.example' }
  await using app = await openChatTestApp({ environment: mail })
  const [waiting, answered] = [await app.visitor(), await app.visitor()]
  waiting.send({ type: 'send_message', sessionId: waiting.sessionId, content: 'A secret word' })
  await waiting.receive('new_message')
  await app.db
    .update(chatSessions)
    .set({ status: 'active' })
    .where(eq(chatSessions.id, answered.sessionId))
  await app.work()
  expect(sink.mails).toHaveLength(0)
  await app.db.execute(sql`update jobs set run_at = now() where name = 'chat.mail-unanswered'`)
  await app.work()
  expect(sink.mails).toHaveLength(1)
  // Mail servers may break long lines; quoted-printable marks the break with `=`.
  expect(sink.mails[0]?.replaceAll(/=\r?\n/g, '')).toContain(waiting.sessionId)
  expect(JSON.stringify(sink.mails)).not.toContain('A secret word')
})

test('a mail about a waiting visitor that is asked for again, as after a crash, is one mail', async () => {
  await using sink = await openMailSink()
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'site@n.example', MAIL_TO: 'staff@n.example' }
  await using app = await openChatTestApp({ environment: mail })
  const { sessionId } = await app.visitor()
  const ask = () => app.deps.jobs.add(app.db, mailUnansweredChat, { sessionId })
  await ask()
  await ask()
  await app.work()
  expect(sink.mails).toHaveLength(1)
  await ask()
  await app.work()
  const ids = sink.mails.map((sent) => /^Message-ID: (.+)$/im.exec(sent)?.[1])
  expect(new Set(ids).size).toBe(1)
})

test('an error while a frame is handled is answered and logged, and costs nobody the line (R13)', async () => {
  await using app = await openChatTestApp()
  const [visitor, other] = [await app.visitor(), await app.visitor({}, '203.0.113.9')]
  for (const joined of [visitor, other]) await joined.flush()
  const clientMessageId = randomUUID()
  const repeated = {
    type: 'send_message',
    sessionId: visitor.sessionId,
    clientMessageId,
    content: 'Fig-purple secret',
  }
  await app.db.execute(sql`alter table chat_messages rename to elsewhere`)
  visitor.send(repeated)
  const { code, message } = await visitor.receive('error')
  expect(code).toBe('unavailable')
  expect(message).not.toMatch(/relation|chat_messages|elsewhere/)
  expect(JSON.stringify(app.logged)).toMatch(/"errorCode":"42P01"/)
  expect(JSON.stringify(app.logged)).not.toContain('Fig-purple')
  await other.flush()
  await app.db.execute(sql`alter table elsewhere rename to chat_messages`)
  visitor.send(repeated)
  expect((await visitor.receive('new_message')).message.content).toBe('Fig-purple secret')
})

test('a return during a database failure succeeds once the database works, for both sides (R13)', async () => {
  await using app = await openChatTestApp()
  const { id, person } = await app.agent()
  const proxy = await openFaultProxy(Number(new URL(app.url).port))
  const url = `ws://127.0.0.1:${proxy.port}/ws`
  const agent = { url, id, cookie: person.cookie ?? '' }
  const from = { headers: { 'x-forwarded-for': '10.1.9.1' } }
  const pair = new Pair({ n: 1, visitorUrl: url, agent, from, origin, pace: hastyPace })
  try {
    await until('a conversation', 30_000, () => pair.acknowledged > 3)
    pair.rest()
    await until('silence', 30_000, () => pair.isQuiet)
    await app.db.execute(sql`alter table chat_messages rename to elsewhere`)
    expect(proxy.cut(1)).toBe(2)
    const failed = () => app.logged.filter((line) => line.event === 'socket_frame')
    await until('both to fail', 30_000, () => failed().length >= 2)
    await app.db.execute(sql`alter table elsewhere rename to chat_messages`)
    const other = await app.rejoin(await app.agent('agent', 'theo'))
    other.send({ type: 'join_session', sessionId: pair.sessionId, adminId: other.id })
    other.send({ type: 'send_message', sessionId: pair.sessionId, content: 'Still there?' })
    await other.receive('new_message', ({ message }) => message.content === 'Still there?')
    const shown = () => pair.history([]).screens.map((screen) => screen.at(-1))
    await until('both to hear it', 30_000, () => shown().every((text) => text === 'Still there?'))
    expect(failed().every((line) => JSON.stringify(line).includes('42P01'))).toBe(true)
  } finally {
    pair.close()
    await proxy.close()
  }
})

test('messages of a chat come in pages, newest first', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const { sessionId: id } = await app.visitor()
  await app.db.execute(sql`
    insert into chat_messages (id, session_id, seq, sender_type, sender_key, content)
    select gen_random_uuid(), ${id}, n, 'visitor', 'visitor', 'Text ' || n
    from generate_series(1, 120) n`)
  await app.db.execute(sql`update chat_sessions set last_seq = 120 where id = ${id}`)
  const read = (more: object) => agent.person.call(chat.messages, { id, ...more })
  const seqs: number[] = []
  const sizes: number[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await read({ limit: 50, ...(after && { after }) })
    seqs.push(...page.items.map(({ seq }) => seq))
    sizes.push(page.items.length)
    after = page.next
  }
  expect(sizes).toEqual([50, 50, 20])
  expect(seqs).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n))
  expect((await read({})).items).toHaveLength(50)
  for (const after of ['x', '0', '-1', '1.5', "1'"]) {
    await expect(read({ after })).rejects.toMatchObject({ status: 400 })
  }
  await expect(read({ limit: 101 })).rejects.toMatchObject({ status: 400 })
  await expect(agent.person.call(chat.messages, { id: someId })).rejects.toMatchObject({
    status: 404,
  })
})
