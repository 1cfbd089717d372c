import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chatMessages, chatSessions } from '#server/database/schema.ts'
import { openChatTestApp } from '#test/harness/chat-app.ts'
import { limits, notices } from '../protocol/constants.ts'

test('the end of a session and a message at the same moment: one of them is first', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  for (let round = 0; round < 10; round++) {
    const visitor = await app.visitor({}, `203.0.113.${round}`)
    const { sessionId } = visitor
    visitor.send({ type: 'send_message', sessionId, content: `Last ${round}` })
    agent.send({ type: 'end_session', sessionId })
    await visitor.receive('session_ended')
    await visitor.flush()
    const rows = await app.db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.sessionId, sessionId))
      .orderBy(chatMessages.seq)
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1))
    expect(rows.at(-1)?.content).toBe(notices.ended)
    expect(visitor.contents()).toEqual(rows.map(({ content }) => content))
  }
})

test('a burst of messages is stored in order, repetitions once, before anything sent later', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const sendMessage = (content: string, clientMessageId?: string) =>
    visitor.send({ type: 'send_message', sessionId, content, clientMessageId })
  const words = Array.from({ length: 12 }, (_, n) => `${n}`)
  const key = randomUUID()
  for (const word of words) sendMessage(word)
  sendMessage('again', key)
  sendMessage('again', key)
  sendMessage('x'.repeat(limits.content + 1))
  visitor.send({ type: 'end_session', sessionId })
  sendMessage('too late')
  await visitor.flush()
  await visitor.receive('session_ended')
  const last = ['again', 'again', 'invalid', 'conflict']
  const contents = visitor.received.flatMap((frame) => {
    if (frame.type === 'error') return [frame.code]
    return frame.type === 'new_message' ? [frame.message.content] : []
  })
  // The notice is read from the database, so it may precede or follow the last answer.
  expect(contents.splice(contents.indexOf(notices.ended), 1)).toEqual([notices.ended])
  expect(contents).toEqual([...words, ...last])
  const rows = await app.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.sessionId, sessionId))
    .orderBy(chatMessages.seq)
  expect(rows.map(({ seq, content }) => [seq, content])).toEqual(
    [...words, 'again', notices.ended].map((content, at) => [at + 1, content]),
  )
})

test('messages sent just before a close are stored before the session is abandoned', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  for (let n = 0; n < 10; n++) visitor.send({ type: 'send_message', sessionId, content: `${n}` })
  visitor.socket.close()
  await agent.receive('user_disconnected')
  const [session] = await app.db.select().from(chatSessions).where(eq(chatSessions.id, sessionId))
  expect(session).toMatchObject({ status: 'abandoned', lastSeq: 10, lastMessage: '9' })
  expect(agent.contents()).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`))
})

test.each(['visitor', 'agent'] as const)(
  'a message sent again in other words, by the %s, is answered with the words that are stored',
  async (role) => {
    await using app = await openChatTestApp()
    const agent = await app.agent()
    const visitor = await app.visitor()
    const { sessionId } = visitor
    agent.send({ type: 'join_session', sessionId, adminId: agent.id })
    await visitor.receive('admin_joined')
    const [sender, other] = role === 'visitor' ? [visitor, agent] : [agent, visitor]
    const clientMessageId = randomUUID()
    const sendMessage = (content: string) =>
      sender.send({ type: 'send_message', sessionId, content, clientMessageId })
    const own = () =>
      sender.receive('new_message', ({ message }) => message.clientMessageId === clientMessageId)
    sendMessage('First')
    const { message } = await own()
    expect(message.content).toBe('First')
    sendMessage('Second')
    expect((await own()).message).toEqual(message)
    sendMessage('Third')
    sendMessage('Fourth')
    expect([(await own()).message, (await own()).message]).toEqual([message, message])
    await other.flush()
    expect(other.contents().filter((content) => content !== notices.joined)).toEqual(['First'])
  },
)

test('two texts under one id in one breath: both answers carry the one that is stored', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const clientMessageId = randomUUID()
  for (const content of ['First', 'Second']) {
    visitor.send({ type: 'send_message', sessionId, content, clientMessageId })
  }
  await visitor.flush()
  expect(visitor.contents()).toEqual(['First', 'First'])
})
