import { expect, test } from 'vitest'
import { ada, openChatTestApp } from '../../../../test/chat-app.ts'
import { ServerFrame } from '../protocol/protocol.ts'

/*
 * The message table of the spec, line by line, by a client that implements nothing else: no
 * clientMessageId, no seq, no lastSeq.
 */

test('a visitor and an agent hold a conversation in the words of the spec', async () => {
  await using app = await openChatTestApp()
  const agent = await app.connect({ cookie: (await app.person('agent', 'mara')).cookie ?? '' })
  await agent.hear('connection_established')
  const { id } = (await app.db.query.users.findFirst()) ?? { id: '' }
  agent.say({ type: 'admin_join', adminId: id })
  await agent.hear('admin_connected')
  expect((await agent.hear('active_sessions')).sessions).toEqual([])

  const visitor = await app.connect()
  await visitor.hear('connection_established')
  visitor.say({ type: 'ping' })
  await visitor.hear('pong')
  visitor.say({ type: 'visitor_join', visitorInfo: ada, visitorId: null })
  const { sessionId, visitorId } = await visitor.hear('session_created')
  expect([sessionId, visitorId].every(Boolean)).toBe(true)

  const { session } = await agent.hear('new_chat_session')
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

  visitor.say({ type: 'send_message', sessionId, content: ' Hello ', messageType: 'text' })
  const said = (await visitor.hear('new_message')).message
  expect(said).toMatchObject({
    sessionId,
    senderType: 'visitor',
    messageType: 'text',
    content: 'Hello',
    deliveredAt: null,
  })
  expect(said).not.toHaveProperty('clientMessageId')
  expect((await agent.hear('new_message')).message).toEqual(said)

  agent.say({ type: 'join_session', sessionId, adminId: id })
  const history = (await agent.hear('session_history')).session
  expect(history).toMatchObject({ id: sessionId, status: 'active', agentName: 'mara' })
  expect(history.messages.map(({ content }) => content)).toEqual([
    'Hello',
    'An agent has joined the chat',
  ])
  expect(await visitor.hear('admin_joined')).toMatchObject({ sessionId, adminId: id })
  expect((await visitor.hear('new_message')).message).toMatchObject({
    senderType: 'system',
    messageType: 'system_notification',
    content: 'An agent has joined the chat',
  })
  const [listed] = (await agent.hear('active_sessions')).sessions
  expect(listed).toMatchObject({ id: sessionId, status: 'active', messageCount: 1 })

  agent.say({ type: 'typing_start', sessionId })
  const typing = await visitor.hear('user_typing')
  expect(typing).toMatchObject({ userType: 'admin', userId: id, isTyping: true })
  agent.say({ type: 'typing_stop', sessionId })
  expect(await visitor.hear('user_typing')).toMatchObject({ isTyping: false })
  visitor.say({ type: 'typing_start', sessionId })
  expect(await agent.hear('user_typing')).toMatchObject({ userType: 'visitor', isTyping: true })
  visitor.say({ type: 'typing_stop', sessionId })
  expect(await agent.hear('user_typing')).toMatchObject({ userType: 'visitor', isTyping: false })

  agent.say({ type: 'send_message', sessionId, content: 'Good day', messageType: 'text' })
  const answer = (await visitor.hear('new_message')).message
  expect(answer).toMatchObject({ senderType: 'admin', senderId: id, content: 'Good day' })
  expect((await agent.hear('new_message', (f) => f.message.id === answer.id)).message).toEqual(
    answer,
  )
  visitor.say({ type: 'mark_message_delivered', messageId: answer.id })
  expect((await agent.hear('message_delivered')).messageId).toBe(answer.id)
  agent.say({ type: 'join_session', sessionId, adminId: id })
  const again = (await agent.hear('session_history')).session.messages
  expect(again.find((message) => message.id === answer.id)?.deliveredAt).not.toBe(null)

  agent.say({ type: 'ping' })
  await agent.hear('pong')
  agent.say({ type: 'end_session', sessionId, notes: 'Wants a demo' })
  for (const client of [agent, visitor]) {
    expect((await client.hear('session_ended')).sessionId).toBe(sessionId)
  }
  expect(visitor.contents().at(-1)).toBe('Chat session has ended')
  for (const frame of [...agent.heard, ...visitor.heard]) {
    expect(ServerFrame.safeParse(frame).error).toBe(undefined)
  }
})

test('agents learn of visitors who end the chat or leave', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const [first, second] = [await app.visitor(), await app.visitor()]
  first.say({ type: 'end_session', sessionId: first.sessionId })
  expect((await first.hear('session_ended')).sessionId).toBe(first.sessionId)
  expect((await agent.hear('session_ended')).sessionId).toBe(first.sessionId)
  await second.close()
  expect(await agent.hear('user_disconnected')).toEqual({
    type: 'user_disconnected',
    userType: 'visitor',
    sessionId: second.sessionId,
  })
  const { sessions } = await agent.hear('active_sessions', (frame) =>
    frame.sessions.every(({ status }) => status === 'ended' || status === 'abandoned'),
  )
  expect(sessions.map(({ status }) => status).sort()).toEqual(['abandoned', 'ended'])
})

test('an unknown type is answered with an error and nothing else happens', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor({ unknownField: { deep: [1] } })
  visitor.say({ type: 'dance', sessionId: visitor.sessionId })
  expect(await visitor.hear('error')).toMatchObject({ message: 'Unknown message type' })
  visitor.say({ type: 'send_message', sessionId: visitor.sessionId, content: 'Still here' })
  expect((await visitor.hear('new_message')).message.seq).toBe(1)
})

test('a visitor who comes back with the visitorId alone gets what was not delivered', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const before = await app.visitor()
  const { sessionId, visitorId } = before
  agent.say({ type: 'join_session', sessionId, adminId: agent.id })
  await before.hear('admin_joined')
  await before.close()
  await agent.hear('user_disconnected')
  const after = await app.connect()
  after.say({ type: 'visitor_join', visitorInfo: ada, visitorId })
  expect(await after.hear('session_created')).toMatchObject({ sessionId, visitorId, resumed: true })
  expect((await after.hear('new_message')).message.content).toBe('An agent has joined the chat')
  await after.hear('admin_joined')
  agent.say({ type: 'send_message', sessionId, content: 'Are you there?', messageType: 'text' })
  expect((await after.hear('new_message')).message.content).toBe('Are you there?')
})
