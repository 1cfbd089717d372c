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
    inquiryId: id,
    authorId: user?.id ?? '',
  })
  const met = { evidence: 'mail', evidenceId: sent.id, at: new Date(), by: null } as const
  await app.db.transaction((tx) => meetDeadline(app.deps, tx, { inquiryId: id }, met))
  const raw = bounceOf({ messageId: sent.messageId, to: 'ada@northfold.test' })
  const { message } = await receive(app, raw, { recipient: envelopeSender, sender: '' })
  expect(message).toMatchObject({ kind: 'bounce', threadId: sent.threadId })
  const [after] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, sent.id))
  expect(after).toMatchObject({
    delivery: 'bounced',
    errorCode: '5.1.1',
    serverResponse: '550 5.1.1 No such user',
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
})

const away: [what: string, headers: Record<string, string>][] = [
  [
    'a note that was generated',
    { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  ],
  ['a note that was replied', { 'Auto-Submitted': 'auto-replied' }],
  ['a note without a heading', {}],
  [
    'a mail server that says so',
    { From: 'MAILER-DAEMON@x.test', 'Auto-Submitted': 'auto-replied' },
  ],
]

test('a mail with the null sender that returns nothing is automatic, and no bounce', async () => {
  await using app = await openApp()
  for (const [what, headers] of away) {
    const { sent, envelopeSender } = await threadWith(app, 'nora@feld.test')
    const raw = mailOf('I am away until Monday.', { From: 'Nora <nora@feld.test>', ...headers })
    const { message } = await receive(app, raw, { recipient: envelopeSender, sender: '' })
    expect(message?.kind, what).toBe('automatic')
    const [after] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, sent.id))
    expect(after?.delivery, what).toBe('accepted')
  }
  expect(await app.db.$count(mailSuppressions)).toBe(0)
})

const exim = {
  From: 'Mail Delivery System <Mailer-Daemon@mx.feld.test>',
  Subject: 'Mail delivery failed: returning message to sender',
  'X-Failed-Recipients': 'nora@feld.test',
  'Auto-Submitted': 'auto-replied',
}
const eximText =
  'A message that you sent could not be delivered:\n\n  nora@feld.test\n    550 no such user'
const daemon = { From: 'MAILER-DAEMON@mx.feld.test' }
/** Bounces in the words of various mail servers; they are not reports (RFC 3464). */
const notices: [server: string, headers: Record<string, string>, text: string, code: string][] = [
  ['Exim', exim, eximText, 'bounced'],
  [
    'Exim in another language',
    { ...exim, From: 'noreply@mx.feld.test' },
    'Ihre Nachricht kam nicht an:\n\n  nora@feld.test\n    550 5.1.1 Unbekannt',
    '5.1.1',
  ],
  [
    'qmail',
    { ...daemon, Subject: 'failure notice' },
    "Hi. This is the qmail-send program at mx.feld.test.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up.\n\n<nora@feld.test>:\nSorry, no mailbox here by that name. (#5.1.1)",
    '5.1.1',
  ],
  [
    'Postfix',
    { ...daemon, 'Auto-Submitted': 'auto-replied' },
    "This is the mail system at host mx.feld.test.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\n<nora@feld.test>: unknown user",
    'bounced',
  ],
  [
    'Exchange',
    { From: 'Microsoft Outlook <postmaster@feld.test>' },
    "Delivery has failed to these recipients or groups:\n\nnora@feld.test\nThe address couldn't be found. 550 5.1.10 RESOLVER.ADR.RecipientNotFound",
    '5.1.10',
  ],
  [
    'Exchange of old',
    { From: 'postmaster@feld.test' },
    'Your message did not reach some or all of the intended recipients.\n\n  nora@feld.test on 11/23/2026\n  #5.1.1',
    '5.1.1',
  ],
]

test('the notices of mail servers that are no reports are bounces of the mail that they name', async () => {
  await using app = await openApp()
  for (const [server, headers, text, code] of notices) {
    const read = async (id: string) =>
      (await app.db.select().from(mailMessages).where(eq(mailMessages.id, id)))[0]
    const one = await threadWith(app, 'nora@feld.test')
    const byToken = mailOf(text, { ...headers, To: one.envelopeSender })
    const { message } = await receive(app, byToken)
    expect(message, server).toMatchObject({ kind: 'bounce', threadId: one.threadId })
    expect(await read(one.sent.id), server).toMatchObject({ delivery: 'bounced', errorCode: code })

    const two = await threadWith(app, 'nora@feld.test')
    const other = await threadWith(app, 'eve@elsewhere.test')
    const copy = ({ sent }: typeof two) =>
      `${text}\n\n--- This is a copy of the message.\n\nFrom: site@firm.test\nMessage-ID: ${sent.messageId}\n`
    await receive(app, mailOf(copy(two), headers))
    await receive(app, mailOf(copy(other), headers))
    expect((await read(two.sent.id))?.delivery, server).toBe('bounced')
    // This mail was not sent to the address in the bounce.
    expect((await read(other.sent.id))?.delivery, server).toBe('accepted')
  }
})

const words: [action: string, status: string, delivery: string][] = [
  ['failed (permanent)', '5.1.1', 'bounced'],
  ['Failed (no such mailbox)', '5.1.1', 'bounced'],
  ['(permanent) failed; gone', '5.1.1', 'bounced'],
  ['delayed (will be tried again)', '4.4.1', 'accepted'],
  ['delivered (to the mailbox)', '2.0.0', 'accepted'],
]

test('words behind the action of a report change nothing', async () => {
  await using app = await openApp()
  for (const [action, status, delivery] of words) {
    const { sent } = await threadWith(app, 'nora@feld.test')
    const about = { messageId: sent.messageId, to: 'nora@feld.test' }
    await receive(app, bounceOf(about, { action, status }))
    const [after] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, sent.id))
    expect(after?.delivery, action).toBe(delivery)
  }
})

test('what people write about returned mail, and a warning of a server, are no bounces', async () => {
  await using app = await openApp()
  const { sent, replyTo, envelopeSender } = await threadWith(app, 'nora@feld.test')
  const forwarded = mailOf(`My server says: ${eximText}`, { From: 'nora@feld.test', To: replyTo })
  expect((await receive(app, forwarded)).message?.kind).toBe('received')
  const warning = mailOf(
    'A message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours.\n\n  nora@feld.test',
    { ...exim, 'X-Failed-Recipients': undefined, To: envelopeSender },
  )
  await receive(app, warning, { sender: '' })
  const [after] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, sent.id))
  expect(after?.delivery).toBe('accepted')
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
