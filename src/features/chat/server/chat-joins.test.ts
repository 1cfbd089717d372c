import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chatConnections, chatSessions } from '#server/database/schema.ts'
import { ada, openChatTestApp } from '#test/harness/chat-app.ts'
import { notices } from '../protocol/constants.ts'

test.each([
  ['without a visitorId', null],
  ['with a visitorId that is unknown', 'made-up'],
])('two joins in a row %s make one chat', async (_, visitorId) => {
  await using app = await openChatTestApp()
  const client = await app.connect()
  const join = { type: 'visitor_join', visitorInfo: ada, visitorId }
  client.send(join)
  client.send(join)
  const first = await client.receive('session_created')
  const second = await client.receive('session_created')
  expect(second).toEqual({ ...first, resumed: true })
  await client.flush()
  expect(await app.db.$count(chatSessions)).toBe(1)
  const { sessionId } = first
  client.send({ type: 'send_message', sessionId, content: 'Still mine' })
  expect((await client.receive('new_message')).message.seq).toBe(1)
  const here = eq(chatConnections.sessionId, sessionId)
  await expect.poll(() => app.db.$count(chatConnections, here)).toBe(1)
})

test('a name that cannot be seen is none', async () => {
  await using app = await openChatTestApp()
  const client = await app.connect()
  for (const name of ['\u200b', '\u3164 ', '\u2060\ufe0f']) {
    client.send({ type: 'visitor_join', visitorInfo: { ...ada, name } })
    const { message } = await client.receive('error')
    expect(message).toMatch('Name and email are required')
  }
  expect(await app.db.$count(chatSessions)).toBe(0)
})

test('a join after the end of a chat starts another one, for the same visitor', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId, visitorId } = visitor
  visitor.send({ type: 'end_session', sessionId })
  await visitor.receive('session_ended')
  visitor.send({ type: 'visitor_join', visitorInfo: ada })
  const next = await visitor.receive('session_created')
  expect(next).toMatchObject({ visitorId, status: 'waiting', resumed: false })
  expect(next.sessionId).not.toBe(sessionId)
})

test('another join does not fill up the budget of messages', async () => {
  await using app = await openChatTestApp({ clock: () => 0 })
  const visitor = await app.visitor()
  const { sessionId, visitorId } = visitor
  for (let n = 0; n < 20; n++) visitor.send({ type: 'send_message', sessionId, content: `${n}` })
  visitor.send({ type: 'visitor_join', visitorId })
  visitor.send({ type: 'send_message', sessionId, content: 'One too many' })
  expect(await visitor.receive('error')).toMatchObject({ code: 'too_many' })
})

test('two joins of an agent in a row count once, and so do two of one chat', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const agent = await app.agent()
  const frames = [
    { type: 'admin_join', adminId: agent.id },
    { type: 'join_session', sessionId, adminId: agent.id },
  ]
  for (const frame of [...frames, ...frames]) agent.send(frame)
  await agent.flush()
  await visitor.receive('admin_joined')
  await visitor.flush()
  expect(visitor.contents()).toEqual([notices.joined])
  expect(await app.db.$count(chatConnections, eq(chatConnections.role, 'admin'))).toBe(2)
})

test.each([
  ['an emoji', `${'A'.repeat(199)}😀`],
  ['a family', `${'A'.repeat(190)}👩‍👩‍👧‍👦`],
  ['flags', `${'A'.repeat(196)}🇩🇪🇫🇷`],
])('a name that ends in %s at the limit stays whole', async (_, name) => {
  await using app = await openChatTestApp()
  const visitor = await app.connect()
  visitor.send({ type: 'visitor_join', visitorInfo: { ...ada, name } })
  await visitor.receive('session_created')
  const found = await app.db.select({ name: chatSessions.visitorName }).from(chatSessions)
  expect(found).toEqual([{ name }])
})

test.each(['Ada \ud800', '\udc00Ada', 'A\u0000da'])('a name %j is refused', async (name) => {
  await using app = await openChatTestApp()
  const visitor = await app.connect()
  visitor.send({ type: 'visitor_join', visitorInfo: { ...ada, name } })
  await visitor.receive('error')
  expect(await app.db.$count(chatSessions)).toBe(0)
})
