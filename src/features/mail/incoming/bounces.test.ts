import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { meetDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import {
  mailMessages,
  mailSuppressions,
  replyDeadlineEvents,
  users,
} from '#server/database/schema.ts'
import { addressHash } from '#server/mail-addresses.ts'
import { noticesOf, openDeadlines, receive, threadWith } from '#test/harness/mail-thread.ts'
import { bounceOf, mailInEnvironment, mailOf, multipartOf, textPart } from '#test/harness/mails.ts'
import { write } from '#test/harness/requests.ts'
import { openTestApp } from '#test/harness/test-app.ts'

const openApp = () => openTestApp({ environment: mailInEnvironment })

test('a bounce withdraws the answer: the deadline is open with its old due time', async () => {
  await using app = await openApp()
  const agent = await app.person('agent')
  const { id } = await write(app)
  const [old] = await openDeadlines(app)
  const [user] = await app.db.select().from(users)
  const { sent, envelopeSender } = await threadWith(app, 'ada@northfold.test', {
    ...{ inquiryId: id, authorId: user?.id ?? '' },
  })
  const met = { evidence: 'mail', evidenceId: sent.id, at: new Date(), by: null } as const
  await app.db.transaction((tx) => meetDeadline(app.deps, tx, { inquiryId: id }, met))
  const raw = bounceOf({ messageId: sent.messageId, to: 'ada@northfold.test' })
  const { message } = await receive(app, raw, { recipient: envelopeSender, sender: '' })
  expect(message).toMatchObject({ kind: 'bounce', threadId: sent.threadId })
  const [after] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, sent.id))
  expect(after).toMatchObject({
    ...{ delivery: 'bounced', errorCode: '5.1.1', serverResponse: '550 5.1.1 No such user' },
  })
  expect(await openDeadlines(app)).toMatchObject([
    { id: old?.id, dueAt: old?.dueAt, reopenReason: 'bounced' },
  ])
  expect(await noticesOf(app)).toMatchObject([
    { event: 'lead.created' },
    { event: 'mail.bounced', eventKey: `bounced ${sent.id}` },
  ])
  const [suppression] = await app.db.select().from(mailSuppressions)
  expect(suppression?.reason).toBe('bounced')
  expect(suppression?.addressHash).toEqual(addressHash('ada@northfold.test'))
  expect((await agent.call(inbox.list, {})).items).toMatchObject([{ reopenReason: 'bounced' }])
})

test('a bounce is also found by ENVID or by the returned Message-ID with its recipient', async () => {
  await using app = await openApp()
  const deliveryOf = async (id: string) =>
    (await app.db.select().from(mailMessages).where(eq(mailMessages.id, id)))[0]?.delivery
  const [one, two, three] = [
    await threadWith(app, 'a@visitor.test'),
    await threadWith(app, 'b@visitor.test'),
    await threadWith(app, 'c@visitor.test'),
  ]
  await receive(app, bounceOf({ messageId: '<?>', to: 'a@visitor.test', envelopeId: one.sent.id }))
  expect(await deliveryOf(one.sent.id)).toBe('bounced')
  await receive(app, bounceOf({ messageId: two.sent.messageId, to: 'eve@elsewhere.test' }))
  expect(await deliveryOf(two.sent.id)).toBe('accepted')
  await receive(app, bounceOf({ messageId: two.sent.messageId, to: 'B@visitor.test' }))
  expect(await deliveryOf(two.sent.id)).toBe('bounced')
  const plain = mailOf('It did not work', { From: 'postmaster@mx.test' })
  await receive(app, plain, { recipient: three.envelopeSender, sender: '' })
  expect(await deliveryOf(three.sent.id)).toBe('bounced')
  const four = await threadWith(app, 'd@visitor.test')
  const away = mailOf('I am on holiday', { 'Auto-Submitted': 'auto-replied' })
  const note = await receive(app, away, { recipient: four.envelopeSender, sender: '' })
  expect(note.message?.kind).toBe('automatic')
  expect(await deliveryOf(four.sent.id)).toBe('accepted')
})

test('a delay is an event, a complaint stops automatic mail for good', async () => {
  await using app = await openApp()
  const { id } = await write(app)
  const { sent } = await threadWith(app, 'ada@northfold.test', { inquiryId: id })
  const about = { messageId: sent.messageId, to: 'ada@northfold.test' }
  await receive(app, bounceOf(about, { action: 'delayed', status: '4.4.1' }))
  const events = await app.db.select().from(replyDeadlineEvents)
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'delayed', details: { messageId: sent.id, status: '4.4.1' } }),
  )
  expect(await app.db.$count(mailSuppressions)).toBe(0)
  const parts = [
    textPart('A complaint'),
    {
      headers: { 'Content-Type': 'message/feedback-report' },
      body: 'Feedback-Type: abuse\r\nVersion: 1\r\n',
    },
    {
      headers: { 'Content-Type': 'message/rfc822' },
      body: `From: site@firm.test\r\nMessage-ID: ${sent.messageId}\r\n\r\nHello\r\n`,
    },
  ]
  await receive(app, multipartOf('report; report-type=feedback-report', parts))
  expect(await app.db.select().from(mailSuppressions)).toMatchObject([
    { reason: 'complaint', expiresAt: null },
  ])
  const [after] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, sent.id))
  expect(after?.delivery).toBe('accepted')
})
