import { expect, test } from 'vitest'
import { sendDueMail } from '#server/mail/send-mail.ts'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { statementsOf } from '#test/harness/statements.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { mailHandlers } from '../../services.ts'
import { inquiries } from './contract.ts'

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'site@n.test', MAIL_TO: 'ana@n.test' }

const leadOf = (name: string) => ({
  name,
  email: `${name}@n.test`,
  company: '',
  service: '',
  message: `From ${name}`,
  filledInMs: 9000,
})

test('only the sender of mail is woken, and only where something waits to be sent', async () => {
  for (const [environment, expected] of [
    [{}, []],
    [mail, ['mail_sender']],
  ] as const) {
    await using app = await openTestApp({ environment })
    await app.person('owner')
    const woken: string[] = []
    for (const queue of ['mail_sender', 'notification_sender', 'job_queue'] as const) {
      app.deps.jobs.onWake(queue, () => woken.push(queue))
    }
    await app.stranger().call(inquiries.create, leadOf('vera'))
    expect(woken).toEqual(expected)
  }
})

test('sending the mails of a message takes few statements, and looking for none takes one', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: { ...mail, SMTP_URL: sink.url } })
  await app.person('owner')
  await app.stranger().call(inquiries.create, leadOf('vera'))
  const tools = { ...app.deps, log: app.fastify.log }
  const sending = await statementsOf(() => sendDueMail(tools, mailHandlers))
  expect(sending.result).toBe(true)
  // Six statements take both mails, two are for the link in the confirmation, and one per mail
  // records the outcome.
  expect(sending.texts.length).toBeLessThanOrEqual(11)
  expect(sink.mails).toHaveLength(2)
  const idle = await statementsOf(() => sendDueMail(tools, mailHandlers))
  expect(idle.result).toBe(false)
  expect(idle.texts).toHaveLength(1)
})
