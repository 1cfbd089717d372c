import { expect, test } from 'vitest'
import { incoming } from '#features/mail/incoming/contract.ts'
import { outgoingMail } from '#features/mail/outgoing/contract.ts'
import { mailMessages } from '#server/database/schema.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { openSmtpStandIn } from '#test/harness/smtp-stand-in.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { mail } from './contract.ts'
import { reasonOf } from './mail-words.ts'

test('failed mails are listed newest first, to staff as well, and go out after a retry', async () => {
  await using server = await openSmtpStandIn()
  const MAIL_TO = 'staff@firm.test'
  const environment = { SMTP_URL: server.url, MAIL_FROM: 'desk@firm.test', MAIL_TO }
  await using app = await openTestApp({ environment })
  const admin = await app.person('admin')
  const kinds = ['confirmation', 'account', 'lead_alert', 'reply'] as const
  for (const [n, kind] of kinds.entries()) {
    const sendAt = new Date(Date.now() - 60_000 + n * 1000)
    const text = { subject: `A ${kind}`, text: 'Text' }
    await queueMail(app.deps, app.db, { kind, to: `${n}@firm.test`, ...text, sendAt })
  }
  server.script = (step) => (step === 'recipient' ? 550 : 'take')
  await app.work()
  const first = await admin.call(mail.failed, { limit: 2 })
  expect(first.items).toMatchObject([
    { subject: 'A reply', to: '3@firm.test', errorCode: 'rejected', canRetry: true },
    { subject: 'A lead_alert', serverResponse: expect.stringMatching(/^550/) },
  ])
  const rest = await admin.call(mail.failed, { after: first.next ?? '' })
  expect(rest).toMatchObject({
    items: [{ subject: 'A account', canRetry: false }, { subject: 'A confirmation' }],
    next: null,
  })
  const second = await admin.call(mail.failed, { page: 2, limit: 2 })
  expect(second).toEqual({ ...rest, total: 4 })
  expect((await admin.call(incoming.status, {})).out.failed).toBe(4)
  server.script = () => 'take'
  await admin.call(outgoingMail.retry, { id: first.items[1]?.id ?? '' })
  await app.work()
  expect(server.mails.map(({ to }) => to)).toEqual(['2@firm.test'])
  const left = (await admin.call(mail.failed, {})).items.map(({ subject }) => subject)
  expect(left).toEqual(['A reply', 'A account', 'A confirmation'])
  expect(await app.db.$count(mailMessages)).toBe(4)
  const agent = await app.person('agent')
  await expect(agent.call(mail.failed, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('a reason without words is shown as a sentence', () => {
  expect(reasonOf('given_up')).toBe('Tried for hours without success')
  expect(reasonOf('new_reason')).toBe('New reason')
})
