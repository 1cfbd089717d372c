import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { chatSessions, replyDeadlines, users } from '#server/database/schema.ts'
import { type ChatTestApp, openChatTestApp } from '#test/harness/chat-app.ts'
import { until } from '#test/harness/chat-pairs.ts'
import { followChats } from './chat-deadlines.server.ts'

const deadlines = ({ db }: ChatTestApp) =>
  db.select().from(replyDeadlines).orderBy(replyDeadlines.openedAt)

const follow = ({ deps }: ChatTestApp) =>
  followChats.run({ ...deps, log: { info() {}, warn() {}, error() {} } }, {})

const messageFrame = (sessionId: string, content: string) => ({
  type: 'send_message',
  sessionId,
  content,
  clientMessageId: randomUUID(),
})

/** Makes everything two minutes older. */
async function age({ db }: ChatTestApp): Promise<void> {
  const ago = sql`interval '2 minutes'`
  await db.execute(sql`update chat_sessions set last_message_at = last_message_at - ${ago}`)
  await db.execute(sql`update chat_messages set sent_at = sent_at - ${ago}`)
  await db.execute(sql`update reply_deadlines set opened_at = opened_at - ${ago},
    met_at = met_at - ${ago}, waived_at = waived_at - ${ago}, changed_at = changed_at - ${ago}`)
}

test("a chat's deadline is met by an agent's message, not by joining", async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  expect(await deadlines(app)).toMatchObject([
    { kind: 'chat', chatSessionId: sessionId, unassignedAt: null, metAt: null },
  ])
  const agent = await app.agent('agent', 'mara')
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await visitor.receive('admin_joined')
  await follow(app)
  expect(await deadlines(app)).toMatchObject([{ metAt: null, assigneeId: agent.id }])
  agent.send(messageFrame(sessionId, 'Hello'))
  const isAnswer = (frame: { message: { senderType: string } }) =>
    frame.message.senderType === 'admin'
  const { message } = await visitor.receive('new_message', isAnswer)
  await until(
    'the deadline to be met',
    30_000,
    async () => (await deadlines(app))[0]?.metAt != null,
  )
  const [met] = await deadlines(app)
  expect(met).toMatchObject({ evidence: 'chat', evidenceId: message.id, metBy: agent.id })
  expect(met?.metAt?.toISOString()).toBe(message.sentAt)
})

test('a visitor who writes again and waits a minute gets a new deadline, once', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const agent = await app.agent()
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  agent.send(messageFrame(sessionId, 'Hello'))
  await visitor.receive('new_message')
  await until(
    'the deadline to be met',
    30_000,
    async () => (await deadlines(app))[0]?.metAt != null,
  )
  visitor.send(messageFrame(sessionId, 'And another thing'))
  await agent.receive('new_message', ({ message }) => message.content.startsWith('And'))
  await follow(app)
  expect(await deadlines(app)).toHaveLength(1)
  await age(app)
  await follow(app)
  await follow(app)
  expect(await deadlines(app)).toMatchObject([
    { evidence: 'chat' },
    { metAt: null, assigneeId: agent.id },
  ])
  const waived = sql`update reply_deadlines set waived_at = now(), waive_reason = 'no_reply_needed'
    where met_at is null`
  await app.db.execute(waived)
  await follow(app)
  expect(await deadlines(app)).toHaveLength(2)
})

test('a chat in which nothing was asked is waived; one with a question waits on', async () => {
  await using app = await openChatTestApp()
  const silent = await app.visitor()
  const writing = await app.visitor({}, '203.0.113.9')
  writing.send(messageFrame(writing.sessionId, 'Are you there?'))
  await writing.receive('new_message')
  await app.db.execute(sql`update chat_sessions set status = 'ended', ended_at = now()`)
  await follow(app)
  const found = await deadlines(app)
  const chatOf = (id: string) => found.find(({ chatSessionId }) => chatSessionId === id)
  expect(chatOf(silent.sessionId)).toMatchObject({ waiveReason: 'nothing_asked' })
  expect(chatOf(writing.sessionId)).toMatchObject({ waivedAt: null, metAt: null })
})

test('a chat that is over belongs to whom it is assigned, and a word of the visitor ends its snooze', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const bo = await app.person('agent', 'bo')
  const [first] = await deadlines(app)
  const id = first?.id ?? ''
  const agentOf = async () =>
    (await app.db.select().from(chatSessions).where(eq(chatSessions.id, sessionId)))[0]?.agentId
  await bo.call(inbox.take, { id })
  expect(await agentOf(), 'while it waits, who joins is its agent').toBeNull()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await bo.call(inbox.snooze, { id, until })
  visitor.send(messageFrame(sessionId, 'Are you there?'))
  await visitor.receive('new_message')
  await follow(app)
  const { item, events } = await bo.call(inbox.show, { id })
  expect(item.snoozedUntil).toBeNull()
  expect(events.at(-1)).toMatchObject({ type: 'snoozed', actor: null, details: { until: null } })
  await app.db.execute(sql`update chat_sessions set status = 'ended', ended_at = now()`)
  const mara = await app.person('agent', 'mara')
  const [user] = await app.db.select().from(users).where(eq(users.username, 'mara'))
  await mara.call(inbox.assign, { id, assigneeId: user?.id ?? '' })
  expect(await agentOf()).toBe(user?.id)
})
