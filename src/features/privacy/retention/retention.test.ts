import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  auditEntries,
  chatMessages,
  chatSessions,
  clients,
  inquiries,
  mailMessages,
  mailThreads,
  notificationDeliveries,
  notifications,
  users,
} from '#server/database/schema.ts'
import { jobs } from '#services.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { deleteExpired, deleteExpiredNightly } from './expired-data.server.ts'

const environment = {
  RETAIN_CHATS_DAYS: '30',
  RETAIN_QUARANTINED_DAYS: '10',
  RETAIN_CLOSED_INQUIRIES_DAYS: '20',
  RETAIN_MAIL_DAYS: '40',
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

type Chat = Partial<typeof chatSessions.$inferInsert>

async function chat(app: TestApp, name: string, more: Chat) {
  const visitor = { visitorHash: randomBytes(32), visitorName: name, visitorEmail: 'a@n.example' }
  const [made] = await app.db
    .insert(chatSessions)
    .values({ ...visitor, startedAt: ago(400), ...more })
    .returning()
  if (!made) throw new Error('no chat')
  await app.db.insert(chatMessages).values({
    sessionId: made.id,
    seq: 1,
    senderType: 'visitor',
    senderKey: 'visitor',
    content: name,
    clientMessageId: randomUUID(),
  })
}

type Inquiry = Partial<typeof inquiries.$inferInsert>

async function inquiry(app: TestApp, name: string, more: Inquiry): Promise<string> {
  const content = { email: 'a@n.example', message: name, contentHash: randomBytes(32) }
  const [made] = await app.db
    .insert(inquiries)
    .values({ name, ...content, ...more })
    .returning()
  if (!made) throw new Error('no inquiry')
  return made.id
}

async function names(app: TestApp): Promise<string[]> {
  const { rows } = await app.db.execute<{ name: string }>(sql`
    select visitor_name as name from chat_sessions union all select name from inquiries`)
  return rows.map(({ name }) => name).sort()
}

test('chats go by their end, and their messages with them', async () => {
  await using app = await openTestApp({ environment })
  await chat(app, 'ended long ago', { status: 'ended', endedAt: ago(31) })
  await chat(app, 'abandoned long ago', { status: 'abandoned', abandonedAt: ago(31) })
  await chat(app, 'ended lately', { status: 'ended', endedAt: ago(29), abandonedAt: ago(40) })
  await chat(app, 'abandoned lately', { status: 'abandoned', abandonedAt: ago(1) })
  await chat(app, 'still waiting', { status: 'waiting' })
  await chat(app, 'still active', { status: 'active' })
  expect(await deleteExpired(app.deps)).toMatchObject({ chats: 2 })
  const remaining = ['abandoned lately', 'ended lately', 'still active', 'still waiting']
  expect(await names(app)).toEqual(remaining)
  const messages = await app.db.select({ content: chatMessages.content }).from(chatMessages)
  expect(messages.map(({ content }) => content).sort()).toEqual(remaining)
})

test('inquiries go when they were closed long ago, unless they belong to a client', async () => {
  await using app = await openTestApp({ environment })
  const [client] = await app.db
    .insert(clients)
    .values({ name: 'Ada', email: 'a@n.example' })
    .returning()
  const closed = { status: 'closed', createdAt: ago(100) } as const
  await inquiry(app, 'closed long ago', closed)
  await inquiry(app, 'closed of a client', { ...closed, clientId: client?.id ?? null })
  const source = await inquiry(app, 'closed, became a client', closed)
  const reopened = await inquiry(app, 'old, closed lately', closed)
  await inquiry(app, 'new and closed', { status: 'closed', createdAt: ago(19) })
  await inquiry(app, 'old and open', { createdAt: ago(100) })
  await inquiry(app, 'spam of long ago', { quarantined: true, createdAt: ago(11) })
  await inquiry(app, 'spam of late', { quarantined: true, createdAt: ago(9) })
  await app.db.insert(clients).values({ name: 'B', email: 'b@n.example', convertedFrom: source })
  await app.db.insert(auditEntries).values([
    { action: 'inquiry.status_changed', subject: 'inquiry', subjectId: reopened, at: ago(50) },
    { action: 'inquiry.status_changed', subject: 'inquiry', subjectId: reopened, at: ago(2) },
  ])
  expect(await deleteExpired(app.deps)).toEqual({
    chats: 0,
    mail_threads: 0,
    staff_mails: 0,
    suspect_calls: 0,
    quarantined: 1,
    closed_inquiries: 1,
  })
  expect(await names(app)).toEqual([
    'closed of a client',
    'closed, became a client',
    'new and closed',
    'old and open',
    'old, closed lately',
    'spam of late',
  ])
})

test('mail threads without a client go after their last message, mail to the staff with its lead', async () => {
  await using app = await openTestApp({ environment })
  const { db } = app
  const client = { name: 'Ada', email: 'a@n.example' }
  const [made] = await db.insert(clients).values(client).returning()
  const closed = { status: 'closed', createdAt: ago(21) } as const
  const [gone, open] = [await inquiry(app, 'closed', closed), await inquiry(app, 'open', {})]
  const thread = async (subject: string, days: number, more: object = {}) => {
    const row = { subject, createdAt: ago(400), lastMessageAt: ago(days), ...more }
    const [{ id } = {}] = await db.insert(mailThreads).values(row).returning()
    await message(subject, { threadId: id })
  }
  const message = (text: string, more: object) =>
    db.insert(mailMessages).values({
      direction: 'out',
      kind: 'lead_alert',
      messageId: `<${text}@n.test>`,
      subject: 's',
      toAddress: 'staff@n.example',
      text,
      ...more,
    })
  await thread('long ago', 41)
  await thread('lately', 39)
  await thread('long ago, of a client', 400, { clientId: made?.id })
  await thread('long ago, of an open lead', 41, { inquiryId: open })
  await thread('lately, of a forgotten lead', 1, { inquiryId: gone })
  await message('to the staff, of a forgotten lead', { inquiryId: gone })
  await message('to the staff, of an open lead', { inquiryId: open })
  await message('to the staff, long ago', { createdAt: ago(41), delivery: 'queued' })
  await message('to the staff, lately', { createdAt: ago(39), delivery: 'queued' })
  expect(await deleteExpired(app.deps)).toMatchObject({
    mail_threads: 2,
    closed_inquiries: 1,
    staff_mails: 1,
  })
  const left = await db.select({ text: mailMessages.text }).from(mailMessages)
  const remaining = ['lately', 'long ago, of a client']
  expect(left.map(({ text }) => text).sort()).toEqual([
    ...remaining,
    'to the staff, lately',
    'to the staff, of an open lead',
  ])
  const threads = await db.select({ subject: mailThreads.subject }).from(mailThreads)
  expect(threads.map(({ subject }) => subject).sort()).toEqual(remaining)
})

test('nothing goes while nothing is configured', async () => {
  await using app = await openTestApp()
  await chat(app, 'ended', { status: 'ended', endedAt: ago(4000), startedAt: ago(4001) })
  await inquiry(app, 'closed', { status: 'closed', createdAt: ago(4000) })
  await inquiry(app, 'spam', { quarantined: true, createdAt: ago(4000) })
  expect(await deleteExpired(app.deps)).toEqual({})
  expect(await names(app)).toHaveLength(3)
})

test('the audit log counts exactly what was removed, batch by batch, also with two runs at once', async () => {
  await using app = await openTestApp({ environment })
  for (let at = 0; at < 7; at++) {
    await inquiry(app, `spam ${at}`, { quarantined: true, createdAt: ago(11) })
  }
  const both = await Promise.all([deleteExpired(app.deps, 2), deleteExpired(app.deps, 2)])
  await deleteExpired(app.deps, 2)
  expect(await names(app)).toEqual([])
  const recorded = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'retention.deleted'))
  const sum = recorded.reduce((so, { details }) => so + Number(details.count), 0)
  expect(sum).toBe(7)
  expect(both.every((deleted) => (deleted.quarantined ?? 0) <= 7)).toBe(true)
  for (const { actorId, subjectId, details } of recorded) {
    expect([actorId, subjectId]).toEqual([null, null])
    expect(Object.keys(details).sort()).toEqual(['count', 'days'])
  }
})

test('notifications go after 90 days, deliveries after 30', async () => {
  await using app = await openTestApp()
  await app.person('agent')
  const event = 'intake.failing' as const
  const [user] = await app.db.select({ id: users.id }).from(users)
  for (const days of [29, 31, 89, 91]) {
    const row = { event, tag: event, createdAt: ago(days) }
    const shown = { eventKey: `${days}`, title: `${days}`, url: '/admin', userId: user?.id ?? '' }
    await app.db.insert(notifications).values({ ...row, ...shown })
    await app.db
      .insert(notificationDeliveries)
      .values({ ...row, dedupeKey: `${days}`, payload: {}, state: 'delivered' })
  }
  await app.deps.jobs.add(app.db, deleteExpiredNightly, {})
  await app.work()
  const remaining = await app.db.select({ title: notifications.title }).from(notifications)
  expect(remaining.map(({ title }) => title).sort()).toEqual(['29', '31', '89'])
  const sent = await app.db.select().from(notificationDeliveries)
  expect(sent.map(({ dedupeKey }) => dedupeKey)).toEqual(['29'])
})

test('the queue does it by night', async () => {
  await using app = await openTestApp({ environment })
  expect(jobs).toContain(deleteExpiredNightly)
  await inquiry(app, 'spam', { quarantined: true, createdAt: ago(11) })
  await app.deps.jobs.add(app.db, deleteExpiredNightly, {})
  await app.work()
  expect(await names(app)).toEqual([])
  const { rows } = await app.db.execute<{ ahead: number }>(sql`
    select extract(epoch from run_at - now())::float8 / 3600 as ahead from jobs
    where name = 'retention.delete'`)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.ahead).toBeGreaterThan(0)
  expect(rows[0]?.ahead).toBeLessThanOrEqual(25)
})
