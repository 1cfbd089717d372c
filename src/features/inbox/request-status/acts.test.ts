import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiries } from '#features/leads/contract.ts'
import {
  replyDeadlines as deadlines,
  inquiryDetails,
  mailMessages,
  mailSuppressions,
} from '#server/database/schema.ts'
import { addressHash } from '#server/mail-addresses.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { age, firstItem, message, show, write } from '#test/harness/requests.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { inbox } from '../deadlines/contract.ts'
import { requests } from './contract.ts'

const environment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@n.test',
  MAIL_TO: 'staff@n.test',
}

test('a reminder is taken once, when overdue and unanswered, and mailed to the staff', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const { token, number, id } = await write(app)
  const remind = () => app.stranger().call(requests.remind, { token })
  expect(await failureOf(remind())).toMatchObject({ code: 'conflict' })
  await age(app, 25)
  expect(await show(app, token)).toMatchObject({ canRemind: true })
  const answers = await Promise.allSettled([remind(), remind(), remind()])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  const after = await show(app, token)
  expect(after).toMatchObject({ state: 'received', canRemind: false })
  expect(after.remindedAt).not.toBeNull()
  const mails = await app.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.kind, 'notification'))
  expect(mails).toMatchObject([{ toAddress: 'staff@n.test', inquiryId: id }])
  expect(mails[0]?.subject).toContain(number)
  expect(mails[0]?.text).toContain(`/admin/inbox?lead=${id}`)
  const agent = await app.person('agent')
  const item = await firstItem(agent)
  expect(item.remindedAt).not.toBeNull()
  const { events } = await agent.call(inbox.show, { id: item.id })
  expect(events.filter(({ type }) => type === 'reminded')).toMatchObject([
    { actor: null, details: {} },
  ])
})

test('an answered request takes no reminder, however late the answer was', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token } = await write(app)
  await age(app, 30)
  const agent = await app.person('agent')
  await agent.call(inbox.stateReply, { id: (await firstItem(agent)).id, how: 'video' })
  const refused = await failureOf(app.stranger().call(requests.remind, { token }))
  expect(refused).toMatchObject({ code: 'conflict', message: 'This request has been answered.' })
})

test('five details are taken; one after the answer opens a deadline, a repeated form adds nothing but what was changed', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token, id } = await write(app)
  const add = (text: string, options = {}) =>
    app.stranger().call(requests.addDetail, { token, text }, options)
  expect((await add('First\nline')).details).toMatchObject([{ text: 'First\nline' }])
  expect(await app.db.$count(deadlines)).toBe(1)
  const agent = await app.person('agent')
  await agent.call(inbox.stateReply, { id: (await firstItem(agent)).id, how: 'other' })
  const key = { idempotencyKey: 'form-1' }
  await Promise.all([add('Second', key), add('Second', key)])
  const open = await show(app, token)
  expect(open.details.map(({ text }) => text)).toEqual(['First\nline', 'Second'])
  expect(open.state).toBe('assigned')
  expect(await app.db.$count(deadlines)).toBe(2)
  await add('Second, changed after Back', key)
  expect((await show(app, token)).details.map(({ text }) => text)).toContain(
    'Second, changed after Back',
  )
  const more = await Promise.allSettled(['4', '5', '6'].map((text) => add(text)))
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await failureOf(add('7'))).toMatchObject({ code: 'conflict' })
  expect(await app.db.$count(inquiryDetails, eq(inquiryDetails.inquiryId, id))).toBe(5)
  for (const text of ['', '  ', 'x'.repeat(2001)]) {
    expect(await failureOf(add(text))).toMatchObject({ code: 'invalid_input' })
  }
})

test('a detail ends a snooze; one added to spam opens no deadline', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token } = await write(app)
  const agent = await app.person('agent')
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await agent.call(inbox.snooze, { id: (await firstItem(agent)).id, until })
  await app.stranger().call(requests.addDetail, { token, text: 'More' })
  const woken = await firstItem(agent)
  expect(woken).toMatchObject({ snoozedUntil: null })
  const { events } = await agent.call(inbox.show, { id: woken.id })
  expect(events.at(-1)).toMatchObject({ type: 'snoozed', actor: null, details: { until: null } })
  const spam = await write(app, { website: 'http://x', message: 'Buy' })
  await app.stranger().call(requests.addDetail, { token: spam.token, text: 'More' })
  expect(await app.db.$count(deadlines, eq(deadlines.inquiryId, spam.id))).toBe(0)
})

test('withdrawing closes a request for good, again and after an answer as well', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token, id } = await write(app)
  const withdraw = () => app.stranger().call(requests.withdraw, { token })
  expect(await withdraw()).toMatchObject({ state: 'withdrawn', dueAt: null })
  expect(await withdraw()).toMatchObject({ state: 'withdrawn' })
  expect(await app.db.select().from(deadlines)).toMatchObject([{ waiveReason: 'withdrawn' }])
  const agent = await app.person('agent')
  expect((await agent.call(inbox.list, {})).items).toEqual([])
  expect(await agent.call(inquiries.show, { id })).toMatchObject({ status: 'closed' })
  const adding = app.stranger().call(requests.addDetail, { token, text: 'More' })
  expect(await failureOf(adding)).toMatchObject({ code: 'conflict' })
  const reminding = app.stranger().call(requests.remind, { token })
  expect(await failureOf(reminding)).toMatchObject({ code: 'conflict' })

  const answered = await write(app, { message: 'Another' })
  await agent.call(inbox.stateReply, { id: (await firstItem(agent)).id, how: 'phone' })
  await app.stranger().call(requests.withdraw, { token: answered.token })
  expect(await show(app, answered.token)).toMatchObject({ state: 'withdrawn', answeredAt: null })
})

test('"not me" ends automatic mail to the address and marks the lead, once', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const { token, id } = await write(app)
  const hash = addressHash(message.email)
  const bounced = { reason: 'bounced', expiresAt: sql`now() + interval '1 day'` } as const
  await app.db.insert(mailSuppressions).values({ addressHash: hash, ...bounced })
  const disown = () => app.stranger().call(requests.disown, { token })
  const { disputedAt } = await disown()
  expect(disputedAt).not.toBeNull()
  expect((await disown()).disputedAt).toBe(disputedAt)
  expect(await app.db.select().from(mailSuppressions)).toMatchObject([
    { addressHash: hash, reason: 'not_me', expiresAt: null },
  ])
  const agent = await app.person('agent')
  expect(await agent.call(inquiries.show, { id })).toMatchObject({ senderDisputedAt: disputedAt })
  await app.db.execute(sql`delete from automatic_mail_limits`)
  await write(app, { message: 'Another' })
  expect(await app.db.$count(mailMessages, eq(mailMessages.kind, 'confirmation'))).toBe(1)
})
