import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { chat } from '#features/chat/protocol/contract.ts'
import { mailMissedMessages } from '#features/chat/server/follow-up.server.ts'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { account } from '#features/identity/account/contract.ts'
import { secondFactor } from '#features/identity/second-factor/contract.ts'
import { users as people } from '#features/identity/users/contract.ts'
import { notifyThresholds } from '#features/inbox/deadlines/sweep.server.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { digestQuarantine } from '#features/leads/quarantine-digest.server.ts'
import { outgoingMail } from '#features/mail/outgoing/contract.ts'
import { mailThreads } from '#features/mail/threads/contract.ts'
import { channels } from '#features/notifications/channels/contract.ts'
import { push } from '#features/notifications/push/contract.ts'
import { chatSessions, mailMessages, replyDeadlines } from '#server/database/schema.ts'
import { seedSite } from '../../src/seed.ts'
import { openChannelStandIn } from '../harness/channel-stand-in.ts'
import { type ChatTestApp, openChatTestApp } from '../harness/chat-app.ts'
import { until } from '../harness/chat-pairs.ts'
import { simpleParser } from '../harness/mail-faults.ts'
import { openPushService } from '../harness/push-stand-in.ts'
import { reply, sendNow } from '../harness/replies.ts'
import { age, show, write } from '../harness/requests.ts'
import { publish, save } from '../harness/site-settings.ts'
import { openSmtpStandIn } from '../harness/smtp-stand-in.ts'
import { openTestApp, password, type TestApp } from '../harness/test-app.ts'

const firm = 'Nordlicht Beratung'
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))

/** Publishes another firm, which is open day and night. */
async function publishFirm(app: TestApp) {
  await seedSite(app.db)
  const owner = await app.person('owner', 'ona')
  await save(owner, 'firm', { name: firm, legalName: `${firm} GmbH`, tagline: 'Licht ins Büro.' })
  await save(owner, 'contact', {
    email: 'post@nordlicht.test',
    phone: null,
    address: null,
    replyWithinHours: 8,
    chatReplyWithinMinutes: 15,
  })
  const { schedules } = defaultSettings().hours
  await save(owner, 'hours', {
    timeZone: 'Europe/Berlin',
    zoneLabel: 'Berlin',
    schedules: { chat: { ...schedules.chat, week: always }, office: schedules.office },
  })
  await publish(owner, ['firm', 'contact', 'hours'])
  return owner
}

const jobTools = ({ deps, fastify: { log } }: TestApp) => ({ ...deps, log })

/** A visitor gets an answer, leaves, and misses a message, which is then sent by mail. */
async function missMessage(app: ChatTestApp) {
  const visitor = await app.visitor({ visitorInfo: { name: 'Ada', email: 'ada@northfold.test' } })
  const { sessionId } = visitor
  const agent = await app.agent('agent', 'theo')
  const say = async (content: string) => {
    agent.send({ type: 'send_message', sessionId, content, clientMessageId: randomUUID() })
    await agent.receive('new_message', ({ message }) => message.content === content)
  }
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  expect((await visitor.receive('admin_joined')).adminName).toBe(firm)
  await say('Hello')
  const frame = await visitor.receive('new_message', ({ message }) => message.content === 'Hello')
  expect(frame.message.senderName).toBe(firm)
  await visitor.close()
  const isGone = eq(chatSessions.status, 'abandoned')
  const gone = async () => (await app.db.$count(chatSessions, isGone)) === 1
  await until('the visitor to be gone', 30_000, gone)
  await say('Are you there?')
  const abandonedAt = sql`now() - interval '3 minutes'`
  await app.db.update(chatSessions).set({ abandonedAt })
  // A chat whose row is locked, as happens while its socket closes, is left to the next run.
  const isMailed = async () => {
    await mailMissedMessages.run(jobTools(app), {})
    return (await app.db.$count(mailMessages, eq(mailMessages.kind, 'chat_follow_up'))) === 1
  }
  await until('the message to be mailed', 30_000, isMailed)
  return visitor.received
}

test('another firm’s mails, frames, notifications and answers never name the default one', async () => {
  await using server = await openSmtpStandIn()
  await using service = await openPushService()
  await using receiver = await openChannelStandIn()
  await using app = await openChatTestApp({
    environment: {
      SMTP_URL: server.url,
      MAIL_FROM: 'desk@n.test',
      MAIL_TO: 'staff@n.test',
      MAIL_IN_TOKEN: 'a-token-of-the-mail-server',
      MAIL_REPLY_TO: 'reply@in.n.test',
      OUTBOUND_ALLOW: `${service.host},${receiver.host}`,
    },
  })
  const owner = await publishFirm(app)
  const answers: unknown[] = []
  const collect = async <T>(answer: Promise<T>): Promise<T> => {
    answers.push(await answer)
    return answer
  }
  const url = `http://${receiver.host}/slack/s3cret`
  const events = ['lead.created' as const, 'deadline.overdue' as const]
  const channel = { kind: 'slack' as const, name: 'Team', url, events, showNames: false }
  const { id: channelId } = await owner.call(channels.create, channel)
  await owner.call(channels.test, { id: channelId })
  const { key } = await owner.call(push.key, {})
  await owner.call(push.subscribe, { ...service.subscribe(key), device: 'Firefox' })

  const lead = await collect(write(app))
  expect(lead.message).toBe("Thank you. We'll contact you within 8 hours.")
  await app.work()
  const status = await collect(show(app, lead.token))
  expect(status).toMatchObject({ timeZone: 'Europe/Berlin', zoneLabel: 'Berlin' })
  expect(Date.parse(status.dueAt ?? '') - Date.parse(status.receivedAt)).toBe(8 * hourMs)

  const mara = await app.person('agent', 'mara')
  const { id: replyId } = await collect(reply(mara, lead.id, { text: '{me}: {hours}' }))
  await collect(mara.call(outgoingMail.sender, {}))
  await sendNow(Object.assign(app, { server }), mara, replyId)
  expect(await collect(show(app, lead.token))).toMatchObject({ answeredBy: firm })
  const { threadId } =
    (await app.db.select().from(mailMessages).where(eq(mailMessages.id, replyId)))[0] ?? {}
  await collect(mara.call(mailThreads.show, { id: threadId ?? '' }))

  const second = await write(app, { message: 'The second', email: 'bo@northfold.test' })
  await write(app, { message: 'Buy', email: 'bot@northfold.test', website: 'https://bot.test' })
  await age(app, 9)
  await app.db.update(replyDeadlines).set({ overdueNotifiedAt: null })
  await collect(app.stranger().call(requests.remind, { token: second.token }))
  for (const job of [notifyThresholds, digestQuarantine]) await job.run(jobTools(app), {})
  await collect(owner.call(people.invite, { username: 'ben', role: 'agent', email: 'ben@n.test' }))
  await collect(app.stranger().call(chat.availability, {}))
  const { address } = await collect(owner.call(secondFactor.start, { password }))
  expect(new URL(address).searchParams.get('issuer')).toBe(firm)
  const named = { currentPassword: password, newPassword: 'Nordlicht-Beratung1' }
  await expect(mara.call(account.changePassword, named)).rejects.toThrow('too easy to guess')
  const openApi = (await app.send({ url: '/api/openapi.json' })).json<{ info: { title: string } }>()
  expect(openApi.info.title).toBe(`${firm} API`)
  answers.push(openApi)
  const frames = await missMessage(app)
  await app.work()

  const sent = await app.db.selectDistinct({ kind: mailMessages.kind }).from(mailMessages)
  expect(sent.map(({ kind }) => kind).sort()).toEqual([
    'account',
    'chat_follow_up',
    'confirmation',
    'lead_alert',
    'notification',
    'reply',
  ])
  const mails = await Promise.all(
    server.mails.map(async ({ to, raw }) => {
      const { from, subject, text } = await simpleParser(raw)
      return { to, from: from?.value[0]?.name, subject, text }
    }),
  )
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^We received your request/),
      expect.stringMatching(/^Reminder: /),
      expect.stringMatching(/^Overdue: /),
      'Spam: 1 new',
      `Your invitation to ${firm}`,
      `Your chat with ${firm}`,
    ]),
  )
  expect(new Set(mails.map(({ from }) => from))).toEqual(new Set([firm]))
  expect(service.received.length).toBeGreaterThan(0)
  expect(receiver.received[0]?.body).toContain(`A test of ${firm}`)
  const all = JSON.stringify([answers, mails, frames, service.received, receiver.received])
  const traces = [brand.name, brand.email, brand.tagline, 'Pacific', 'contact you within 24 hours']
  expect(traces.filter((trace) => all.includes(trace))).toEqual([])
})

test('a change of hours and reply times moves no deadline, and the next one follows it', async () => {
  await using app = await openTestApp()
  const owner = await publishFirm(app)
  const dueAfterMs = async () => {
    const found = await app.db.select().from(replyDeadlines).orderBy(replyDeadlines.openedAt)
    return found.map(({ openedAt, dueAt }) => Number(dueAt) - Number(openedAt))
  }
  await write(app)
  await save(owner, 'contact', { replyWithinHours: 2 })
  await publish(owner, ['contact'])
  expect(await dueAfterMs()).toEqual([8 * hourMs])
  await write(app, { message: 'Later' })
  expect(await dueAfterMs()).toEqual([8 * hourMs, 2 * hourMs])
})

test('a published holiday closes the chat and moves its next deadline', async () => {
  await using app = await openChatTestApp()
  await seedSite(app.db)
  const admin = await app.person('admin')
  const { schedules } = defaultSettings().hours
  const today = Math.floor(Date.now() / dayMs)
  const day = (ahead: number) => new Date((today + ahead) * dayMs)
  const holidays = [0, 1].map((ahead) => ({
    date: day(ahead).toISOString().slice(0, 10),
    name: 'Closed',
    yearly: false,
    chat: [],
    office: [],
  }))
  await save(admin, 'hours', {
    timeZone: 'UTC',
    holidays,
    schedules: { ...schedules, chat: { ...schedules.chat, week: always } },
  })
  await publish(admin, ['hours'])
  const { status, backAt } = await app.stranger().call(chat.availability, {})
  expect([status, backAt]).toEqual(['away', day(2).toISOString()])
  await app.visitor()
  const [deadline] = await app.db.select().from(replyDeadlines)
  expect(Number(deadline?.dueAt) - Number(day(2))).toBe(5 * 60_000)
})

test('an environment’s reply time counts instead, and the form can say so', async () => {
  const environment = { REPLY_WITHIN: '90m' }
  await using app = await openTestApp({ seeded: true, environment })
  const admin = await app.person('admin')
  const { schedules } = defaultSettings().hours
  await save(admin, 'hours', {
    schedules: { ...schedules, chat: { ...schedules.chat, week: always } },
  })
  await publish(admin, ['hours'])
  const { message } = await write(app)
  expect(message).toBe("Thank you. We'll contact you within 90 minutes.")
  const [deadline] = await app.db.select().from(replyDeadlines)
  expect(Number(deadline?.dueAt) - Number(deadline?.openedAt)).toBe(1.5 * hourMs)
  const { overridden } = await admin.call(siteSettings.show, {})
  expect(overridden).toEqual(['contact.replyWithinHours'])
})
