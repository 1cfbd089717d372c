import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { replyHandler } from '#features/mail/outgoing/delivery-outcomes.server.ts'
import { mailThreads as threads } from '#features/mail/threads/contract.ts'
import {
  chatMessages,
  chatSessions,
  mailMessages,
  mailSuppressions,
  mailThreads,
  replyDeadlines,
} from '#server/database/schema.ts'
import { chatUrl } from '#server/mail/chat-link.ts'
import { replyAddresses } from '#server/mail/reply-address.ts'
import { addressHash } from '#server/mail-addresses.ts'
import { type ChatTestApp, openChatTestApp } from '#test/harness/chat-app.ts'
import { until } from '#test/harness/chat-pairs.ts'
import { mailInEnvironment, mailOf, postMail } from '#test/harness/mails.ts'
import { chat } from '../protocol/contract.ts'
import { followChats } from './chat-deadlines.server.ts'
import { mailMissedMessages } from './follow-up.server.ts'

const visitorInfo = { name: 'Ada', email: 'ada@northfold.test' }

const log = { info() {}, warn() {}, error() {} }

/**
 * Runs the job until there are `count` mails. It skips a chat whose row is locked, for example
 * while its socket closes.
 */
const followUps = async (app: ChatTestApp, count = 0) => {
  const isFollowUp = eq(mailMessages.kind, 'chat_follow_up')
  await until(`${count} mails`, 30_000, async () => {
    await mailMissedMessages.run({ ...app.deps, log }, {})
    return (await app.db.$count(mailMessages, isFollowUp)) >= count
  })
  return app.db.select().from(mailMessages).where(isFollowUp).orderBy(asc(mailMessages.createdAt))
}

/** Opens a chat that its visitor has left; the agent's later messages are missed. */
async function openChat(app: ChatTestApp) {
  const visitor = await app.visitor({ visitorInfo })
  const { sessionId, visitorId } = visitor
  const agent = await app.agent('agent', 'mara')
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await visitor.receive('admin_joined')
  visitor.socket.close()
  await visitor.closed
  const sendMessage = async (content: string) => {
    const clientMessageId = randomUUID()
    agent.send({ type: 'send_message', sessionId, content, clientMessageId })
    await agent.receive('new_message', ({ message }) => message.content === content)
  }
  /** Waits until the server has seen the visitor leave, then moves that into the past. */
  const leave = async (seconds: number) => {
    const isAbandoned = eq(chatSessions.status, 'abandoned')
    const isGone = async () => (await app.db.$count(chatSessions, isAbandoned)) === 1
    await until('the visitor to be gone', 30_000, isGone)
    await app.db
      .update(chatSessions)
      .set({ abandonedAt: sql`now() - make_interval(secs => ${seconds})` })
  }
  return { sessionId, visitorId, agent, sendMessage, leave }
}

const age = ({ db }: ChatTestApp, minutes: number) =>
  db.update(mailMessages).set({
    createdAt: sql`${mailMessages.createdAt} - make_interval(mins => ${minutes})`,
  })

test('what a visitor missed goes by mail once, after two minutes away, ten minutes apart, five a day', async () => {
  await using app = await openChatTestApp({ environment: mailInEnvironment })
  const { sendMessage, leave } = await openChat(app)
  await sendMessage('Are you there?')
  await sendMessage('The price is 900.')
  await leave(110)
  expect(await followUps(app)).toEqual([])
  await leave(121)
  const [mail, ...others] = await followUps(app, 1)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ toAddress: 'ada@northfold.test', delivery: 'queued' })
  expect(mail?.text).toMatch(/:\nAre you there\?\n\n[^\n]+:\nThe price is 900\.\n/)
  expect(mail?.text).not.toContain('mara')
  expect(mail?.text).toContain('in any browser: {link}')
  await sendMessage('One more thing')
  expect(await followUps(app, 1)).toHaveLength(1)
  await age(app, 11)
  const [, second] = await followUps(app, 2)
  expect(second?.text).toContain('One more thing')
  expect(second?.text).not.toContain('The price')
  for (const n of [3, 4, 5, 6]) {
    await sendMessage(`Message ${n}`)
    await age(app, 11)
    expect(await followUps(app, Math.min(n, 5))).toHaveLength(Math.min(n, 5))
  }
})

test('none goes to who is back, to a suppressed address, or twice', async () => {
  await using app = await openChatTestApp({ environment: mailInEnvironment })
  const { sendMessage, leave, visitorId } = await openChat(app)
  await sendMessage('Are you there?')
  await leave(200)
  const back = await app.visitor({ visitorId })
  const { message } = await back.receive(
    'new_message',
    ({ message }) => message.content === 'Are you there?',
  )
  back.send({ type: 'mark_message_delivered', messageId: message.id })
  const delivered = isNotNull(chatMessages.deliveredAt)
  const isDelivered = async () => (await app.db.$count(chatMessages, delivered)) === 1
  await until('the delivery', 30_000, isDelivered)
  expect(await followUps(app)).toEqual([])
  back.socket.close()
  await back.closed
  await app.db.update(chatMessages).set({ deliveredAt: null })
  await leave(200)
  await app.db
    .insert(mailSuppressions)
    .values({ addressHash: addressHash('ada@northfold.test'), reason: 'bounced' })
  expect(await followUps(app)).toEqual([])
  await app.db.delete(mailSuppressions)
  expect(await followUps(app, 1)).toHaveLength(1)
  expect(await followUps(app, 1)).toHaveLength(1)
})

/** Follows the link in a mail to the visitor's address. */
async function confirm(app: ChatTestApp, sessionId: string, visitorId?: string) {
  const [, token = ''] = (await chatUrl(app.deps, app.db, sessionId)).split('#')
  await app.stranger().call(chat.followLink, { token, ...(visitorId && { visitorId }) })
}

test('mails of an address are seen by staff alone until the link in a mail to it is followed', async () => {
  await using app = await openChatTestApp({ environment: mailInEnvironment })
  const { sessionId, visitorId, agent, sendMessage, leave } = await openChat(app)
  await sendMessage('Are you there?')
  await leave(200)
  const [followUp] = await followUps(app, 1)
  const threadId = followUp?.threadId ?? ''
  const { replyTo } = await replyAddresses(app.deps, app.db, 'reply@in.firm.test', {
    threadId,
    messageId: followUp?.id ?? '',
  })
  const write = async (text: string, headers = {}, recipient?: string) => {
    const raw = mailOf(text, { From: 'Ada <ADA@northfold.test>', ...headers })
    await postMail(app, raw, { ...(recipient && { recipient }) })
    await app.work()
  }
  const inChat = async () => {
    const own = and(eq(chatMessages.sessionId, sessionId), eq(chatMessages.senderType, 'visitor'))
    return (await app.db.select().from(chatMessages).where(own)).map(({ content }) => content)
  }
  await write('By token', {}, replyTo)
  await write('By Message-ID', { 'In-Reply-To': followUp?.messageId })
  const passed = { 'Authentication-Results': 'mx; dmarc=pass header.from=northfold.test' }
  await write('Verified', passed, replyTo)
  const back = await app.visitor({ visitorId })
  await write('While in the chat', {}, replyTo)
  expect(await inChat()).toEqual([])
  expect(back.contents()).not.toContain('While in the chat')
  const other = await app.visitor({ visitorInfo })
  await confirm(app, other.sessionId)
  await write('Another chat of that address is confirmed', {}, replyTo)
  expect(await inChat()).toEqual([])

  await confirm(app, sessionId, visitorId)
  const failed = { 'Authentication-Results': 'mx; dmarc=fail' }
  await write('Forged', failed, replyTo)
  await write('From the mailbox', {}, replyTo)
  expect(await inChat()).toEqual(['From the mailbox'])
  const { messages } = await agent.person.call(threads.show, { id: threadId })
  const shown = messages.map(({ text, shownInChat }) => [text, shownInChat]).slice(1)
  expect(shown).toEqual([
    ...['By token', 'By Message-ID', 'Verified', 'While in the chat'].map((text) => [text, false]),
    ['Another chat of that address is confirmed', false],
    ['Forged', false],
    ['From the mailbox', true],
  ])
})

test('a visitor’s mail becomes a message of the chat that everybody sees, but not in an ended one', async () => {
  await using app = await openChatTestApp({ environment: mailInEnvironment })
  const { sessionId, agent, sendMessage, leave } = await openChat(app)
  await sendMessage('Are you there?')
  await leave(200)
  const [followUp] = await followUps(app, 1)
  const threadId = followUp?.threadId ?? ''
  const addresses = { threadId, messageId: followUp?.id ?? '' }
  const made = await replyAddresses(app.deps, app.db, 'reply@in.firm.test', addresses)
  const write = async (text: string, from: string) => {
    const raw = mailOf(text, { From: from, 'In-Reply-To': followUp?.messageId })
    await postMail(app, raw, { recipient: made.replyTo })
    await app.work()
  }
  await confirm(app, sessionId)
  await write('Yes!\n\nOn Mon, Ada wrote:\n> Are you there?', 'Ada <ada@northfold.test>')
  const { message } = await agent.receive('new_message', ({ message }) =>
    message.content.startsWith('Yes'),
  )
  expect(message).toMatchObject({ senderType: 'visitor', content: 'Yes!', sessionId })
  expect(await app.db.select().from(replyDeadlines)).toContainEqual(
    expect.objectContaining({ chatSessionId: sessionId, kind: 'chat', metAt: null }),
  )
  await write('I am not Ada', 'eve@elsewhere.test')
  await app.db.update(chatSessions).set({ status: 'ended', endedAt: sql`now()` })
  await write('Too late', 'ada@northfold.test')
  const own = and(eq(chatMessages.sessionId, sessionId), eq(chatMessages.senderType, 'visitor'))
  const written = await app.db.select().from(chatMessages).where(own)
  expect(written.map(({ content }) => content)).toEqual(['Yes!'])
  const inThread = eq(mailMessages.threadId, threadId)
  await until('the mails', 30_000, async () => (await app.db.$count(mailMessages, inThread)) === 4)
  expect(await app.db.$count(mailThreads)).toBe(1)
})

test('in the chat nothing is left out of a visitor’s mail that is not in a mail of ours', async () => {
  await using app = await openChatTestApp({ environment: mailInEnvironment })
  const { sessionId, agent, sendMessage, leave } = await openChat(app)
  await sendMessage('Are you there?')
  await leave(200)
  const [followUp] = await followUps(app, 1)
  await confirm(app, sessionId)
  const write = async (text: string) => {
    const raw = mailOf(text, { From: visitorInfo.email, 'In-Reply-To': followUp?.messageId })
    await postMail(app, raw)
    await app.work()
    const { message } = await agent.receive('new_message', ({ message }) =>
      message.content.startsWith(text.slice(0, 5)),
    )
    return message.content
  }
  const own = 'On Monday Bob from your team wrote:\nwe may start in May.\n\nIs that so?'
  expect(await write(own)).toBe(own)
  const other = 'Look!\n\nOn Mon, Nov 2, 2026, Eve <eve@elsewhere.test> wrote:\n> It costs 800.'
  expect(await write(other)).toBe(other)
  const answer = 'Sure.\n\nFrom: Mara\nSent: Monday\nTo: Ada\nSubject: A question\n\nAre you there?'
  expect(await write(answer)).toBe('Sure.')
})

test('a mail into a chat that has ended is due like a mail, and is not waived as a chat without a word', async () => {
  await using app = await openChatTestApp({ environment: mailInEnvironment })
  const { sessionId, sendMessage, leave } = await openChat(app)
  await sendMessage('Are you there?')
  await leave(200)
  const [followUp] = await followUps(app, 1)
  await app.db.update(chatSessions).set({ status: 'ended', endedAt: sql`now()` })
  const raw = mailOf('Yes!', { From: visitorInfo.email, 'In-Reply-To': followUp?.messageId })
  await postMail(app, raw)
  await app.work()
  await followChats.run({ ...app.deps, log }, {})
  const open = and(isNull(replyDeadlines.metAt), isNull(replyDeadlines.waivedAt))
  const found = await app.db.select().from(replyDeadlines).where(open)
  expect(found).toMatchObject([{ chatSessionId: sessionId, kind: 'mail' }])
  const [deadline] = found
  const hours = Number(deadline?.dueAt) - Number(deadline?.openedAt)
  // The due time is longer over a weekend. In a chat it would be minutes.
  expect(hours).toBeGreaterThanOrEqual(24 * 3_600_000)
})

test('what a visitor writes in the chat after a mail was written waits for an answer', async () => {
  await using app = await openChatTestApp({ environment: mailInEnvironment })
  const visitor = await app.visitor({ visitorInfo })
  const { sessionId: chatSessionId } = visitor
  const write = async (content: string) => {
    const message = { sessionId: chatSessionId, content, clientMessageId: randomUUID() }
    visitor.send({ type: 'send_message', ...message })
    await visitor.receive('new_message', (frame) => frame.message.content === content)
  }
  await write('Hello?')
  const agent = await app.person('agent')
  const given = { chatSessionId, subject: 'Yes', text: 'Here', seenId: null }
  const { id } = await agent.call(threads.create, given)
  await write('And one more')
  const [sent] = await app.db
    .update(mailMessages)
    .set({ delivery: 'accepted', acceptedAt: sql`now()` })
    .where(eq(mailMessages.id, id))
    .returning()
  if (!sent) throw new Error('No mail')
  await app.db.transaction(async (tx) => replyHandler.accepted?.({ ...app.deps, log }, tx, sent))
  const newest = app.db.select({ sentAt: chatMessages.sentAt }).from(chatMessages)
  const [last] = await newest.orderBy(sql`seq desc`).limit(1)
  const found = await app.db.select().from(replyDeadlines).orderBy(replyDeadlines.openedAt)
  expect(found).toMatchObject([
    { evidence: 'mail', evidenceId: id },
    { kind: 'chat', openedAt: last?.sentAt, metAt: null },
  ])
})
