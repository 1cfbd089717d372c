import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { outgoingMail } from '#features/mail/outgoing/contract.ts'
import { mailThreads as threads } from '#features/mail/threads/contract.ts'
import {
  chatBrowsers,
  chatMessages,
  chatSessions,
  chatTokens,
  mailMessages,
  mailThreads,
} from '#server/database/schema.ts'
import { chatUrl } from '#server/mail/chat-link.ts'
import { ada, type ChatTestApp, openChatTestApp } from '#test/harness/chat-app.ts'
import { until } from '#test/harness/chat-pairs.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openSmtpStandIn, type SmtpStandIn } from '#test/harness/smtp-stand-in.ts'
import { chat } from '../protocol/contract.ts'
import { mailMissedMessages } from './follow-up.server.ts'

const visitorInfo = { ...ada, email: 'ada@northfold.test' }
const log = { info() {}, warn() {}, error() {} }

const mail = ({ url }: SmtpStandIn) => ({
  SMTP_URL: url,
  MAIL_FROM: 'desk@n.test',
  MAIL_TO: 'staff@n.test',
})

/** The token of the link in the last mail to the visitor. */
function mailedToken({ mails }: SmtpStandIn): string {
  const sent = mails.filter(({ to }) => to === visitorInfo.email).at(-1)
  const body = sent?.raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  return /\/chat#([\w-]{43})/.exec(body)?.[1] ?? ''
}

async function tokenOf(app: ChatTestApp, sessionId: string): Promise<string> {
  return (await chatUrl(app.deps, app.db, sessionId)).split('#')[1] ?? ''
}

let addresses = 0

/** Each request comes from its own address. */
function follow(app: ChatTestApp, token: string, visitorId?: string) {
  addresses += 1
  const person = app.stranger(`198.51.${addresses >> 8}.${addresses & 255}`)
  return person.call(chat.followLink, { token, ...(visitorId && { visitorId }) })
}

async function resume(app: ChatTestApp, identity: { sessionId: string; visitorId: string }) {
  const client = await app.connect()
  client.send({ type: 'visitor_join', ...identity, lastSeq: 0 })
  return { client, created: await client.receive('session_created') }
}

async function abandoned(app: ChatTestApp, chats = 1): Promise<void> {
  const isAbandoned = eq(chatSessions.status, 'abandoned')
  await until('the visitors to be gone', 10_000, async () => {
    return (await app.db.$count(chatSessions, isAbandoned)) === chats
  })
}

const ago = (days: number) => sql`now() - make_interval(days => ${days})`

/** Makes everything in all chats that much older. */
async function age({ db }: ChatTestApp, days: number): Promise<void> {
  const by = sql`make_interval(days => ${days})`
  await db.execute(sql`update chat_sessions set started_at = started_at - ${by},
    last_message_at = last_message_at - ${by}, abandoned_at = abandoned_at - ${by},
    ended_at = ended_at - ${by}`)
  await db.execute(sql`update mail_threads set last_message_at = last_message_at - ${by}`)
}

test('the link in a mail opens the chat in another browser, and the first one keeps it', async () => {
  await using server = await openSmtpStandIn()
  await using app = await openChatTestApp({ environment: mail(server) })
  const first = await app.visitor({ visitorInfo })
  const { sessionId } = first
  const agent = await app.agent()
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await first.receive('admin_joined')
  await first.close()
  await abandoned(app)
  agent.send({ type: 'send_message', sessionId, content: 'The price is 900.' })
  await agent.receive('new_message', ({ message }) => message.senderType === 'admin')
  await app.db.update(chatSessions).set({ abandonedAt: sql`now() - interval '3 minutes'` })
  await until('the mail', 10_000, async () => {
    await mailMissedMessages.run({ ...app.deps, log }, {})
    return (await app.db.$count(mailMessages, eq(mailMessages.kind, 'chat_follow_up'))) > 0
  })
  await app.work()
  const token = mailedToken(server)

  const entry = await follow(app, token)
  expect(entry).toEqual({ sessionId, visitorId: expect.stringMatching(/^[\w-]{32}$/) })
  expect(entry.visitorId).not.toBe(first.visitorId)
  const [untouched] = await app.db.select().from(chatSessions)
  expect(untouched?.status, 'following alone wakes nobody').toBe('abandoned')
  const second = await resume(app, entry)
  expect(second.created).toMatchObject({ ...entry, status: 'active', resumed: true })
  await second.client.receive('admin_joined')
  expect(second.client.contents()).toContain('The price is 900.')

  const again = await resume(app, { sessionId, visitorId: first.visitorId })
  expect(again.created).toMatchObject({ sessionId, visitorId: first.visitorId, resumed: true })
  await again.client.receive('admin_joined')
  second.client.send({ type: 'send_message', sessionId, content: 'From my phone' })
  const isIt = ({ message }: { message: { content: string } }) =>
    message.content === 'From my phone'
  const [here] = await Promise.all([
    again.client.receive('new_message', isIt),
    agent.receive('new_message', isIt),
  ])
  expect(here.message.senderType).toBe('visitor')
  expect(await app.db.$count(chatSessions)).toBe(1)

  const { rows } = await app.db.execute(sql`
    select (select json_agg(m) from mail_messages m)::text
      || (select json_agg(t) from chat_tokens t)::text
      || (select json_agg(b) from chat_browsers b)::text as stored`)
  const kept = JSON.stringify([rows, app.logged])
  expect(kept).toContain('in any browser: {link}')
  for (const secret of [token, entry.visitorId, first.visitorId]) {
    expect(kept).not.toContain(secret)
  }
})

test('an ended chat is shown by its link and stays ended; one abandoned for a day ends', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor({ visitorInfo })
  const { sessionId } = visitor
  visitor.send({ type: 'send_message', sessionId, content: 'Hello' })
  await visitor.receive('new_message')
  await visitor.close()
  await abandoned(app)
  await app.db.update(chatSessions).set({ abandonedAt: ago(2) })
  const token = await tokenOf(app, sessionId)
  const entry = await follow(app, token)
  const [session] = await app.db.select().from(chatSessions)
  expect(session).toMatchObject({ status: 'ended', endedAt: expect.any(Date) })
  for (let n = 0; n < 2; n++) {
    const { client, created } = await resume(app, await follow(app, token, entry.visitorId))
    expect(created).toMatchObject({ ...entry, status: 'ended' })
    await client.receive('session_ended')
    expect(client.contents()).toEqual(['Hello', 'Chat session has ended'])
    client.send({ type: 'send_message', sessionId, content: 'Too late' })
    await client.receive('error')
  }
  expect(await app.db.$count(chatMessages, isNotNull(chatMessages.id))).toBe(2)
  const next = await app.visitor({ visitorInfo, visitorId: entry.visitorId })
  expect(next.sessionId).not.toBe(sessionId)
  expect(next.visitorId).toBe(entry.visitorId)
})

test('unknown, malformed, old and erased links are answered alike', async () => {
  await using app = await openChatTestApp()
  const [erased, old] = [await app.visitor(), await app.visitor({ visitorInfo })]
  const tokens = [await tokenOf(app, erased.sessionId), await tokenOf(app, old.sessionId)]
  await follow(app, tokens[0] ?? '')
  await erased.close()
  await old.close()
  await abandoned(app, 2)
  const owner = await app.person('owner')
  await owner.call(dataExchange.erasePerson, { email: ada.email, confirmation: ada.email })
  expect(await app.db.$count(chatTokens)).toBe(1)
  expect(await app.db.$count(chatBrowsers)).toBe(0)
  await age(app, 91)
  const others = ['A'.repeat(43), 'short', '', "x' or 1=1--", `${tokens[1]}A`, old.visitorId]
  const answers = new Set<string>()
  for (const token of [...tokens, ...others, old.sessionId]) {
    for (const visitorId of [undefined, old.visitorId]) {
      const { status, message } = await failureOf(follow(app, token, visitorId))
      answers.add(`${status} ${message}`)
    }
  }
  expect([...answers]).toEqual(['404 There is nothing at this address.'])
  expect(await app.db.$count(chatBrowsers)).toBe(0)
})

test('a link lasts for 90 days after the last act of either side, mail included', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const token = await tokenOf(app, sessionId)
  await age(app, 89)
  expect(await follow(app, token)).toMatchObject({ sessionId })
  await age(app, 2)
  expect(await failureOf(follow(app, token))).toMatchObject({ code: 'not_found' })
  await app.db.insert(mailThreads).values({ subject: 'Your chat', chatSessionId: sessionId })
  expect(await follow(app, token)).toMatchObject({ sessionId })
})

test('a link opens its own chat alone, and is no visitor’s secret itself', async () => {
  await using app = await openChatTestApp()
  const [one, other] = [await app.visitor(), await app.visitor({ visitorInfo })]
  const token = await tokenOf(app, one.sessionId)
  const entry = await follow(app, token, other.visitorId)
  expect(entry.visitorId).not.toBe(other.visitorId)
  const { client, created } = await resume(app, { ...entry, sessionId: other.sessionId })
  expect(created).toMatchObject({ sessionId: one.sessionId })
  const { sessionId } = other
  client.send({ type: 'send_message', sessionId, content: 'Not mine' })
  expect(await client.receive('error')).toMatchObject({ code: 'not_found' })
  const guess = await app.visitor({ visitorId: token, sessionId: one.sessionId })
  expect(guess.sessionId).not.toBe(one.sessionId)
  expect(guess.visitorId).not.toBe(token)
})

test('a browser that is in keeps its secret; of further ones the newest twenty count', async () => {
  await using app = await openChatTestApp()
  const { sessionId, visitorId } = await app.visitor()
  const token = await tokenOf(app, sessionId)
  expect(await follow(app, token, visitorId)).toEqual({ sessionId, visitorId })
  const second = await follow(app, token)
  expect(await follow(app, token, second.visitorId)).toEqual(second)
  expect(await app.db.$count(chatBrowsers)).toBe(1)
  await app.db.update(chatBrowsers).set({ createdAt: ago(1) })
  for (let n = 0; n < 20; n++) await follow(app, token)
  expect(await app.db.$count(chatBrowsers)).toBe(20)
  expect((await follow(app, token, second.visitorId)).visitorId).not.toBe(second.visitorId)
  expect(await follow(app, token, visitorId)).toEqual({ sessionId, visitorId })
})

test('an address may follow ten links a minute', async () => {
  await using app = await openChatTestApp()
  const { sessionId } = await app.visitor()
  const token = await tokenOf(app, sessionId)
  const eve = app.stranger('203.0.113.9')
  for (let n = 0; n < 10; n++) {
    const guess = eve.call(chat.followLink, { token: `guess ${n}` })
    expect(await failureOf(guess)).toMatchObject({ code: 'not_found' })
  }
  const more = eve.call(chat.followLink, { token })
  expect(await failureOf(more)).toMatchObject({ code: 'too_many_requests' })
  expect(await follow(app, token)).toMatchObject({ sessionId })
})

test('an agent’s mail about a chat may contain the link', async () => {
  await using server = await openSmtpStandIn()
  await using app = await openChatTestApp({ environment: mail(server) })
  const { sessionId } = await app.visitor({ visitorInfo })
  const mara = await app.person('agent', 'mara')
  const made = await mara.call(threads.create, {
    chatSessionId: sessionId,
    subject: 'Your chat',
    text: 'Go on here: {link}',
    seenId: null,
  })
  await mara.call(outgoingMail.sendNow, { id: made.id })
  await app.work()
  const token = mailedToken(server)
  expect(await follow(app, token)).toMatchObject({ sessionId })
  const isReply = and(eq(mailMessages.kind, 'reply'), eq(mailMessages.delivery, 'accepted'))
  const [sent] = await app.db.select().from(mailMessages).where(isReply)
  expect(sent?.text).toContain('Go on here: {link}')
})
