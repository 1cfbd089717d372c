import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#features/identity/sign-in/contract.ts'
import { chatMessages, chatSessions, sessions } from '#server/database/schema.ts'
import { ada, openChatTestApp } from '#test/harness/chat-app.ts'
import { origin } from '#test/harness/test-app.ts'
import { closeCodes } from '../protocol/constants.ts'

// Upgrades (W01)

const origins: [string, Record<string, string>, string][] = [
  ['the exact origin', {}, 'open'],
  ['a foreign origin', { origin: 'https://evil.example' }, 'refused with 403'],
  ['the origin null', { origin: 'null' }, 'refused with 403'],
  ['no origin', { origin: '' }, 'refused with 403'],
  ['a longer host', { origin: `${origin}.evil.example` }, 'refused with 403'],
  ['plain http', { origin: origin.replace('https', 'http') }, 'refused with 403'],
  ['a port', { origin: `${origin}:443` }, 'refused with 403'],
  ['capitals', { origin: origin.toUpperCase() }, 'refused with 403'],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 'refused with 403'],
  ['the same site', { 'sec-fetch-site': 'same-origin' }, 'open'],
  ['a dead cookie', { cookie: `__Host-session=${'x'.repeat(43)}` }, 'refused with 401'],
]

test.each(origins)('an upgrade with %s', async (_, headers, outcome) => {
  await using app = await openChatTestApp()
  const answer = app.connect(headers).then(
    () => 'open',
    (error: Error) => error.message,
  )
  expect(await answer).toBe(outcome)
  const refusals = app.logged.filter(({ event }) => event === 'socket_refused')
  expect(refusals).toHaveLength(outcome === 'open' ? 0 : 1)
})

test('an address gets 20 sockets, and the next is refused before the handshake', async () => {
  await using app = await openChatTestApp()
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const withPort = (n: number) => ({ 'x-forwarded-for': `203.0.113.9:${50_000 + n}` })
  const open = await Promise.all(Array.from({ length: 20 }, (_, n) => app.connect(withPort(n))))
  await expect(app.connect(headers)).rejects.toThrow('refused with 429')
  await open[0]?.close()
  await (await app.connect({ 'x-forwarded-for': '203.0.113.10' })).flush()
  await (await app.connect(headers)).flush()
})

test('a full server refuses with 503', async () => {
  await using app = await openChatTestApp({ caps: { total: 1 } })
  await app.connect()
  await expect(app.connect()).rejects.toThrow('refused with 503')
})

// Agent identity (W02)

test('joining as an agent requires the cookie of that user', async () => {
  await using app = await openChatTestApp()
  const person = await app.person('agent')
  const { user } = await person.call(auth.me, {})
  const tries: [Record<string, string>, object][] = [
    [{}, { type: 'admin_join', adminId: user.id }],
    [{ cookie: person.cookie ?? '' }, { type: 'admin_join', adminId: randomUUID() }],
    [{ cookie: person.cookie ?? '' }, { type: 'join_session', sessionId: randomUUID() }],
    [{}, { type: 'join_session', sessionId: randomUUID(), adminId: user.id }],
  ]
  for (const [headers, frame] of tries) {
    const client = await app.connect(headers)
    client.send(frame)
    expect(await client.receive('error')).toMatchObject({ code: 'forbidden' })
    expect(await client.closed).toBe(closeCodes.policy)
    expect(client.receivedTypes()).toEqual(['connection_established', 'availability', 'error'])
  }
})

test('a socket has one role', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  agent.send({ type: 'visitor_join', visitorInfo: ada })
  expect(await agent.closed).toBe(closeCodes.policy)
  const person = await app.person('agent')
  const { user } = await person.call(auth.me, {})
  const visitor = await app.connect({ cookie: person.cookie ?? '' })
  visitor.send({ type: 'visitor_join', visitorInfo: ada })
  await visitor.receive('session_created')
  visitor.send({ type: 'admin_join', adminId: user.id })
  expect(await visitor.closed).toBe(closeCodes.policy)
})

test('signing out closes the sockets of that session with 4401, and no other', async () => {
  await using app = await openChatTestApp()
  const [mara, theo] = [await app.agent(), await app.agent()]
  await mara.person.call(auth.logout, {})
  expect(await mara.closed).toBe(closeCodes.revoked)
  await theo.flush()
  await expect(app.rejoin(mara)).rejects.toThrow('refused with 401')
})

test('a session that has run out, or whose user is gone, loses its sockets at the next look', async () => {
  await using app = await openChatTestApp({ clock: () => 0 })
  const [agent, other] = [await app.agent(), await app.agent()]
  await app.db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, agent.id))
  for (let second = 0; second < 5; second++) await app.chat.tick()
  expect(await agent.closed).toBe(closeCodes.revoked)
  await other.flush()
})

// Visitors' access (W03, W05)

test("a visitor cannot reach another's session, nor tell it from a missing one", async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const [one, two] = [await app.visitor(), await app.visitor()]
  const { sessionId } = one
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  const [system] = (await agent.receive('session_history')).session.messages
  await one.receive('admin_joined')
  const before = one.received.length
  const errors: unknown[] = []
  for (const id of [sessionId, randomUUID()]) {
    const frames = [
      { type: 'send_message', sessionId: id, content: 'Mine now', messageType: 'text' },
      { type: 'typing_start', sessionId: id },
      { type: 'typing_stop', sessionId: id },
      { type: 'end_session', sessionId: id },
      { type: 'mark_message_delivered', messageId: id === sessionId ? system?.id : id },
    ]
    for (const frame of frames) {
      two.send(frame)
      errors.push(await two.receive('error'))
    }
  }
  const same = { type: 'error', message: 'Session not found', code: 'not_found' }
  expect(errors).toEqual(Array.from({ length: 10 }, () => same))
  await one.flush()
  expect(one.received.slice(before).map(({ type }) => type)).toEqual(['pong'])
  const [row] = await app.db.select().from(chatSessions).where(eq(chatSessions.id, sessionId))
  expect(row).toMatchObject({ status: 'active', messageCount: 0 })
  const recorded = app.logged.filter(({ event }) => event === 'chat_session_refused')
  expect(recorded).toHaveLength(10)
})

test('repeated attempts at sessions of others close the socket', async () => {
  await using app = await openChatTestApp({ caps: { queued: 10_000 } })
  const visitor = await app.visitor()
  for (let n = 0; n < 250; n++) visitor.send({ type: 'typing_start', sessionId: randomUUID() })
  expect(await visitor.closed).toBe(closeCodes.policy)
})

test('an unknown visitorId gets a new session and a new id, without a word', async () => {
  await using app = await openChatTestApp()
  const mine = await app.visitor()
  const foreign = await app.visitor({ visitorId: 'made-up', sessionId: mine.sessionId })
  expect(foreign.sessionId).not.toBe(mine.sessionId)
  expect(foreign.visitorId).not.toBe('made-up')
  expect(foreign.receivedTypes()).not.toContain('error')
})

test('fields decided by the server are ignored in frames', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const forged = {
    id: randomUUID(),
    seq: 99,
    senderType: 'system',
    senderId: randomUUID(),
    sentAt: '2001-01-01T00:00:00.000Z',
    deliveredAt: '2001-01-01T00:00:00.000Z',
    messageType: 'system_notification',
  }
  visitor.send({
    ...forged,
    type: 'send_message',
    sessionId: visitor.sessionId,
    content: 'An agent has joined the chat',
  })
  const { message } = await visitor.receive('new_message')
  expect(message).toMatchObject({ seq: 1, senderType: 'visitor', messageType: 'text' })
  expect([message.id, message.sentAt]).not.toContain(forged.id)
  expect(message.deliveredAt).toBe(null)
  const [row] = await app.db.select().from(chatMessages)
  expect(row).toMatchObject({ senderType: 'visitor', messageType: 'text', seq: 1 })
})

test("a visitor's secret is sent to nobody else, and neither stored nor logged", async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const visitor = await app.visitor()
  const { sessionId, visitorId } = visitor
  visitor.send({ type: 'send_message', sessionId, content: 'A secret word', messageType: 'text' })
  visitor.send({ type: 'typing_start', sessionId })
  await agent.receive('user_typing')
  agent.send({ type: 'join_session', sessionId, adminId: agent.id, lastSeq: 0 })
  await agent.receive('session_history')
  expect(JSON.stringify(agent.received)).not.toContain(visitorId)
  const rows = await app.db.select().from(chatSessions)
  expect(JSON.stringify(rows)).not.toContain(visitorId)
  expect(JSON.stringify(app.logged)).not.toMatch(new RegExp(`${visitorId}|A secret word`))
})
