import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chatConnections, chatMessages, chatSessions } from '#server/database/schema.ts'
import { ada, openChatTestApp } from '#test/harness/chat-app.ts'
import { notices } from '../protocol/constants.ts'

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}, secs => 1)`

test('the same clientMessageId is stored once and answered every time', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const frame = { type: 'send_message', sessionId, content: 'Once', clientMessageId: randomUUID() }
  for (let n = 0; n < 3; n++) visitor.send(frame)
  const echoes = [await visitor.receive('new_message'), await visitor.receive('new_message')]
  expect(await visitor.receive('new_message')).toEqual(echoes[0])
  expect(echoes[0]?.message).toMatchObject({ seq: 1, clientMessageId: frame.clientMessageId })
  visitor.send({ ...frame, content: 'Twice', clientMessageId: randomUUID() })
  expect((await visitor.receive('new_message')).message.seq).toBe(2)
  expect(await app.db.$count(chatMessages)).toBe(2)
})

test('two tabs that send the same message at once store it once', async () => {
  await using app = await openChatTestApp()
  const one = await app.visitor()
  const { sessionId, visitorId } = one
  const two = await app.visitor({ visitorId, lastSeq: 0 })
  const frame = { type: 'send_message', sessionId, content: 'Once', clientMessageId: randomUUID() }
  one.send(frame)
  two.send(frame)
  for (const tab of [one, two]) {
    expect((await tab.receive('new_message')).message).toMatchObject({ seq: 1, content: 'Once' })
  }
  expect(await app.db.$count(chatMessages)).toBe(1)
})

// W18

test('a visitor who returns takes up the session where it was, with what was missed', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const before = await app.visitor()
  const { sessionId, visitorId } = before
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await before.receive('admin_joined')
  await before.close()
  await agent.receive('user_disconnected')
  agent.send({ type: 'send_message', sessionId, content: 'Are you there?' })
  await agent.receive('new_message', ({ message }) => message.content === 'Are you there?')
  const after = await app.connect()
  after.send({ type: 'visitor_join', visitorId, sessionId, lastSeq: 1 })
  expect(await after.receive('session_created')).toMatchObject({
    sessionId,
    visitorId,
    status: 'active',
    lastSeq: 2,
    resumed: true,
  })
  await after.receive('admin_joined')
  expect(after.contents()).toEqual(['Are you there?'])
  await agent.receive('active_sessions', ({ sessions }) => sessions[0]?.status === 'active')
})

test('a visitor who returns after an agent ended the session receives the end, then starts a new one', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const before = await app.visitor()
  const { sessionId, visitorId } = before
  await before.close()
  await agent.receive('user_disconnected')
  agent.send({ type: 'end_session', sessionId })
  await agent.receive('session_ended')
  const after = await app.connect()
  after.send({ type: 'visitor_join', visitorId, sessionId, lastSeq: 0 })
  expect((await after.receive('session_created')).status).toBe('ended')
  expect((await after.receive('new_message')).message.content).toBe(notices.ended)
  await after.receive('session_ended')
  after.send({ type: 'send_message', sessionId, content: 'Too late' })
  expect((await after.receive('error')).code).toBe('conflict')
  after.send({ type: 'visitor_join', visitorInfo: ada, visitorId: null })
  const anew = await after.receive('session_created')
  expect(anew).toMatchObject({ status: 'waiting', resumed: false })
  expect(anew.sessionId).not.toBe(sessionId)
})

test('an abandoned session can be taken up for a day; then it ends and a new one starts', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const one = await app.visitor()
  await one.close()
  await agent.receive('user_disconnected')
  const back = await app.visitor({ visitorId: one.visitorId })
  expect(back.sessionId).toBe(one.sessionId)
  await agent.receive('active_sessions', ({ sessions }) => sessions[0]?.status === 'waiting')
  await back.close()
  await agent.receive('user_disconnected')
  await app.db.update(chatSessions).set({ abandonedAt: daysAgo(1) })
  const late = await app.visitor({ visitorId: one.visitorId })
  expect(late.sessionId).not.toBe(one.sessionId)
  await agent.receive('session_ended', ({ sessionId }) => sessionId === one.sessionId)
})

test('a job ends sessions abandoned a day ago, and agents are notified', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const visitor = await app.visitor()
  await visitor.close()
  await agent.receive('user_disconnected')
  await app.db.update(chatSessions).set({ abandonedAt: daysAgo(1) })
  await app.work()
  expect((await agent.receive('session_ended')).sessionId).toBe(visitor.sessionId)
})

test('a join with invalid ids starts a new session', async () => {
  await using app = await openChatTestApp()
  for (const odd of ['a\u0000b', '\ud800', "'; drop table users", '__proto__', ' ']) {
    const visitor = await app.visitor({ visitorId: odd, sessionId: odd })
    expect(visitor.receivedTypes()).not.toContain('error')
    expect(visitor.visitorId).not.toBe(odd)
  }
})

test('text that the database cannot store is refused and changes nothing of the chat', async () => {
  await using app = await openChatTestApp()
  const odd = 'a\u0000b\ud800'
  const visitor = await app.visitor()
  const { sessionId, visitorId } = visitor
  const agent = await app.agent()
  visitor.send({ type: 'visitor_join', visitorId, visitorInfo: { ...ada, currentPage: odd } })
  agent.send({ type: 'end_session', sessionId, notes: odd })
  for (const one of [visitor, agent]) {
    expect(await one.receive('error')).toMatchObject({ code: 'invalid' })
  }
  visitor.send({ type: 'send_message', sessionId, content: odd, clientMessageId: randomUUID() })
  expect(await visitor.receive('error')).toMatchObject({
    code: 'invalid',
    clientMessageId: expect.any(String),
  })
  const [row] = await app.db.select().from(chatSessions).where(eq(chatSessions.id, sessionId))
  expect(row).toMatchObject({ status: 'waiting', lastSeq: 0, currentPage: '' })
})

test('joining without a name or an email starts nothing', async () => {
  await using app = await openChatTestApp()
  const client = await app.connect()
  const wrong = ['plain', 'n@', 'ada@firm', 'a b@firm.example', 'jürgen@firm.example']
  for (const visitorInfo of [
    {},
    { name: ' ', email: 'a@n.example' },
    { name: 'Ada' },
    null,
    ...wrong.map((email) => ({ name: 'Ada', email })),
  ]) {
    client.send({ type: 'visitor_join', visitorInfo })
    expect((await client.receive('error')).code).toBe('invalid')
  }
  expect(await app.db.$count(chatSessions)).toBe(0)
  client.send({ type: 'visitor_join', visitorInfo: { name: 'Ada', email: 'r&d@bücher.example' } })
  await client.receive('session_created')
  const stored = await app.db.select({ email: chatSessions.visitorEmail }).from(chatSessions)
  expect(stored).toEqual([{ email: 'r&d@xn--bcher-kva.example' }])
})

// W15

test('five thousand missed messages come in order; a bad lastSeq gets all of them', async () => {
  await using app = await openChatTestApp()
  const before = await app.visitor()
  const { sessionId, visitorId } = before
  await before.close()
  const many = 5_000
  await app.db.execute(sql`
    insert into chat_messages (id, session_id, seq, sender_type, sender_key, content)
    select gen_random_uuid(), ${sessionId}, n, 'admin', 'admin:x', 'm' || n
    from generate_series(1, ${many}::int) n`)
  await app.db.update(chatSessions).set({ lastSeq: many })
  const all = Array.from({ length: many }, (_, n) => `m${n + 1}`)
  const asked: [unknown, string[]][] = [
    [10, all.slice(10)],
    [many, []],
    [many + 1, all],
    [-1, all],
    ['9', all],
  ]
  for (const [lastSeq, expected] of asked) {
    const client = await app.connect()
    client.send({ type: 'visitor_join', visitorId, lastSeq })
    await client.receive('session_created')
    await client.flush()
    expect([lastSeq, client.contents()]).toEqual([lastSeq, expected])
  }
  const agent = await app.agent()
  agent.send({ type: 'join_session', sessionId, adminId: agent.id, lastSeq: 0 })
  await agent.flush()
  const pages = agent.received.flatMap((frame) => (frame.type === 'session_history' ? [frame] : []))
  expect(Math.max(...pages.map(({ session }) => session.messages.length))).toBe(200)
  expect(pages.flatMap(({ session }) => session.messages)).toHaveLength(many + 1)
  expect(pages.map(({ more }) => more)).toEqual([...pages.slice(1).map(() => true), false])
})

// Presence

test('a tab that closes abandons nothing while another lives', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const one = await app.visitor()
  const two = await app.visitor({ visitorId: one.visitorId, lastSeq: 0 })
  expect(two.sessionId).toBe(one.sessionId)
  await one.close()
  two.send({ type: 'send_message', sessionId: two.sessionId, content: 'Here still' })
  await agent.receive('new_message')
  await two.close()
  await agent.receive('user_disconnected')
  expect(agent.receivedTypes().filter((type) => type === 'user_disconnected')).toHaveLength(1)
})

test('an agent counts as gone 5 s after the last socket, is announced once, and may return', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await visitor.receive('admin_joined')
  await agent.close()
  const lapsing = sql`select from chat_connections where role = 'admin' and lease_until < 'infinity'`
  await expect.poll(async () => (await app.db.execute(lapsing)).rows.length).toBe(2)
  await app.chat.sweep()
  await visitor.flush()
  expect(visitor.contents()).not.toContain(notices.left)

  const early = await app.rejoin(agent)
  await app.db.execute(sql`
    update chat_connections set lease_until = now() - interval '1 second'
    where lease_until < 'infinity' and id <> instance_id`)
  await app.chat.sweep()
  await visitor.flush()
  expect(visitor.contents()).not.toContain(notices.left)

  await early.close()
  await expect.poll(async () => (await app.db.execute(lapsing)).rows.length).toBe(1)
  await app.db.execute(sql`
    update chat_connections set lease_until = now() - interval '1 second'
    where lease_until < 'infinity' and id <> instance_id`)
  await Promise.all([app.chat.sweep(), app.chat.sweep()])
  expect(await visitor.receive('user_disconnected')).toMatchObject({ userType: 'admin' })
  await app.rejoin(agent)
  expect(await visitor.receive('admin_joined')).toMatchObject({ sessionId })
  const shownNotices = visitor
    .contents()
    .filter((text) => text === notices.left || text === notices.joined)
  expect(shownNotices).toEqual([notices.joined, notices.left])
})

test('the remains of a dead instance are swept when its lease ends', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const dead = randomUUID()
  const visitor = await app.visitor()
  await app.db
    .update(chatConnections)
    .set({ instanceId: dead })
    .where(eq(chatConnections.sessionId, visitor.sessionId))
  const lease = { id: dead, instanceId: dead, role: 'visitor' as const }
  await app.db.insert(chatConnections).values({ ...lease, leaseUntil: sql`now() - interval '1s'` })
  await app.chat.sweep()
  expect((await agent.receive('user_disconnected')).sessionId).toBe(visitor.sessionId)
})

test('typing in an ended chat is not broadcast', async () => {
  let now = 0
  await using app = await openChatTestApp({ clock: () => now })
  const agent = await app.agent()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const both = [agent, visitor]
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await visitor.receive('admin_joined')
  for (const one of both) one.send({ type: 'typing_start', sessionId })
  for (const one of both) await one.receive('user_typing')
  agent.send({ type: 'end_session', sessionId })
  for (const one of both) await one.receive('session_ended')
  for (const type of ['typing_stop', 'typing_start', 'typing_stop', 'typing_start']) {
    now += 1_000
    for (const one of both) one.send({ type, sessionId })
    for (const one of both) await one.flush()
  }
  await visitor.close()
  await agent.flush()
  for (const one of both) {
    expect(one.receivedTypes().filter((type) => type === 'user_typing')).toHaveLength(1)
  }
})
