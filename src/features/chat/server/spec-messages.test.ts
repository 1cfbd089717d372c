import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { ada, openChatTestApp } from '#test/harness/chat-app.ts'
import { ServerFrame } from '../protocol/protocol.ts'

/*
 * The message table of the spec, line by line, tested with a client that implements nothing else:
 * no clientMessageId, no seq, no lastSeq.
 */

test('a visitor and an agent hold a conversation in the words of the spec', async () => {
  await using app = await openChatTestApp()
  const agent = await app.connect({ cookie: (await app.person('agent', 'mara')).cookie ?? '' })
  await agent.receive('connection_established')
  const { id } = (await app.db.query.users.findFirst()) ?? { id: '' }
  agent.send({ type: 'admin_join', adminId: id })
  await agent.receive('admin_connected')
  expect((await agent.receive('active_sessions')).sessions).toEqual([])

  const visitor = await app.connect()
  await visitor.receive('connection_established')
  visitor.send({ type: 'ping' })
  await visitor.receive('pong')
  visitor.send({ type: 'visitor_join', visitorInfo: ada, visitorId: null })
  const { sessionId, visitorId } = await visitor.receive('session_created')
  expect([sessionId, visitorId].every(Boolean)).toBe(true)

  const { session } = await agent.receive('new_chat_session')
  expect(session).toMatchObject({
    id: sessionId,
    status: 'waiting',
    visitorName: 'Ada',
    visitorInfo: ada,
    endedAt: null,
    lastMessage: null,
    lastMessageAt: null,
    messageCount: 0,
    messages: [],
  })

  visitor.send({ type: 'send_message', sessionId, content: ' Hello ', messageType: 'text' })
  const shown = (await visitor.receive('new_message')).message
  expect(shown).toMatchObject({
    sessionId,
    senderType: 'visitor',
    messageType: 'text',
    content: 'Hello',
    deliveredAt: null,
  })
  expect(shown).not.toHaveProperty('clientMessageId')
  expect((await agent.receive('new_message')).message).toEqual(shown)

  agent.send({ type: 'join_session', sessionId, adminId: id })
  const history = (await agent.receive('session_history')).session
  expect(history).toMatchObject({ id: sessionId, status: 'active', agentName: 'mara' })
  expect(history.messages.map(({ content }) => content)).toEqual([
    'Hello',
    'An agent has joined the chat',
  ])
  expect(await visitor.receive('admin_joined')).toMatchObject({
    sessionId,
    adminId: brand.name,
  })
  expect((await visitor.receive('new_message')).message).toMatchObject({
    senderType: 'system',
    messageType: 'system_notification',
    content: 'An agent has joined the chat',
  })
  const [listed] = (await agent.receive('active_sessions')).sessions
  expect(listed).toMatchObject({ id: sessionId, status: 'active', messageCount: 1 })

  agent.send({ type: 'typing_start', sessionId })
  const typing = await visitor.receive('user_typing')
  expect(typing).toMatchObject({ userType: 'admin', userId: brand.name, isTyping: true })
  agent.send({ type: 'typing_stop', sessionId })
  expect(await visitor.receive('user_typing')).toMatchObject({ isTyping: false })
  visitor.send({ type: 'typing_start', sessionId })
  expect(await agent.receive('user_typing')).toMatchObject({ userType: 'visitor', isTyping: true })
  visitor.send({ type: 'typing_stop', sessionId })
  expect(await agent.receive('user_typing')).toMatchObject({ userType: 'visitor', isTyping: false })

  agent.send({ type: 'send_message', sessionId, content: 'Good day', messageType: 'text' })
  const answer = (await visitor.receive('new_message')).message
  expect(answer).toMatchObject({ senderType: 'admin', senderId: brand.name, content: 'Good day' })
  expect((await agent.receive('new_message', (f) => f.message.id === answer.id)).message).toEqual({
    ...answer,
    senderId: id,
    senderName: 'mara',
  })
  visitor.send({ type: 'mark_message_delivered', messageId: answer.id })
  expect((await agent.receive('message_delivered')).messageId).toBe(answer.id)
  agent.send({ type: 'join_session', sessionId, adminId: id })
  const rejoin = (await agent.receive('session_history')).session.messages
  expect(rejoin.find((message) => message.id === answer.id)?.deliveredAt).not.toBe(null)

  agent.send({ type: 'ping' })
  await agent.receive('pong')
  agent.send({ type: 'end_session', sessionId, notes: 'Wants a demo' })
  for (const client of [agent, visitor]) {
    expect((await client.receive('session_ended')).sessionId).toBe(sessionId)
  }
  expect(visitor.contents().at(-1)).toBe('Chat session has ended')
  for (const frame of [...agent.received, ...visitor.received]) {
    expect(ServerFrame.safeParse(frame).error).toBe(undefined)
  }
})

test('agents learn of visitors who end the chat or leave', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const [first, second] = [await app.visitor(), await app.visitor()]
  first.send({ type: 'end_session', sessionId: first.sessionId })
  expect((await first.receive('session_ended')).sessionId).toBe(first.sessionId)
  expect((await agent.receive('session_ended')).sessionId).toBe(first.sessionId)
  await second.close()
  expect(await agent.receive('user_disconnected')).toEqual({
    type: 'user_disconnected',
    userType: 'visitor',
    sessionId: second.sessionId,
  })
  const { sessions } = await agent.receive('active_sessions', (frame) =>
    frame.sessions.every(({ status }) => status === 'ended' || status === 'abandoned'),
  )
  expect(sessions.map(({ status }) => status).sort()).toEqual(['abandoned', 'ended'])
})

test('an unknown type is answered with an error and nothing else happens', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor({ unknownField: { deep: [1] } })
  visitor.send({ type: 'dance', sessionId: visitor.sessionId })
  expect(await visitor.receive('error')).toMatchObject({ message: 'Unknown message type' })
  visitor.send({ type: 'send_message', sessionId: visitor.sessionId, content: 'Still here' })
  expect((await visitor.receive('new_message')).message.seq).toBe(1)
})

test('a visitor who comes back with the visitorId alone gets what was not delivered', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const before = await app.visitor()
  const { sessionId, visitorId } = before
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await before.receive('admin_joined')
  await before.close()
  await agent.receive('user_disconnected')
  const after = await app.connect()
  after.send({ type: 'visitor_join', visitorInfo: ada, visitorId })
  expect(await after.receive('session_created')).toMatchObject({
    sessionId,
    visitorId,
    resumed: true,
  })
  expect((await after.receive('new_message')).message.content).toBe('An agent has joined the chat')
  await after.receive('admin_joined')
  agent.send({ type: 'send_message', sessionId, content: 'Are you there?', messageType: 'text' })
  expect((await after.receive('new_message')).message.content).toBe('Are you there?')
})
