import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { failureOf } from '../../../../test/failure-of.ts'
import { openImapStandIn } from '../../../../test/imap-stand-in.ts'
import { openPort } from '../../../../test/open-port.ts'
import { openSmtpStandIn } from '../../../../test/smtp-stand-in.ts'
import type { TestApp } from '../../../../test/test-app.ts'
import {
  mailIntake,
  mailMessages,
  mailThreads,
  replyDeadlines,
} from '../../../server/database/schema.ts'
import { sendDueMail } from '../../../server/mail/sending.ts'
import { mailHandlers } from '../../../services.ts'
import { processNextMail } from '../../mail/incoming/processing.server.ts'
import { startMailbox } from '../../mail/mailbox/reading.server.ts'
import { selfCheck } from './contract.ts'
import { checkEveryNight } from './running.server.ts'

async function runByNight(app: TestApp): Promise<void> {
  await app.deps.jobs.add(app.db, checkEveryNight, {})
  await app.work()
}

test('the mail server is asked up to the recipient and gets nothing; a refusal is a failure', async () => {
  await using server = await openSmtpStandIn()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'site@n.example', MAIL_TO: 'staff@n.example' }
  await using app = await openPort(mail)
  const agent = await app.person('agent')
  const asked: string[] = []
  server.script = (step, to) => {
    asked.push(to ? `${step} ${to}` : step)
    return 'take'
  }
  await runByNight(app)
  expect(await agent.call(selfCheck.show, {})).toMatchObject({ state: 'verified', skipped: [] })
  expect(asked).toEqual(['connect', 'sender', 'recipient staff@n.example'])
  expect([server.mails, await app.db.$count(mailMessages)]).toEqual([[], 0])
  server.script = (step) => (step === 'recipient' ? 451 : 'take')
  await runByNight(app)
  expect(await agent.call(selfCheck.show, {})).toMatchObject({ state: 'verified' })
  server.script = (step) => (step === 'sender' ? 550 : 'take')
  await runByNight(app)
  expect((await agent.call(selfCheck.show, {})).failures).toMatchObject([
    { step: 'mail', reason: 'the mail server refused MAIL_FROM (550)' },
  ])
})

test('where mail comes in, one mail goes out and comes back, and is in no list', async () => {
  await using server = await openSmtpStandIn()
  const token = 'token-of-the-self-check'
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'site@n.test', MAIL_TO: 'staff@n.test' }
  await using app = await openPort({ ...mail, MAIL_IN_TOKEN: token })
  const admin = await app.person('admin')
  const check = runByNight(app)
  const tools = { ...app.deps, log: app.fastify.log }
  let isDone = false
  const loops = async () => {
    let posted = 0
    while (!isDone) {
      await sendDueMail(tools, mailHandlers)
      const came = server.mails[posted]
      if (came) {
        posted++
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' }
        await app.send({ method: 'POST', url: '/api/mail/in', headers, payload: came.raw })
      }
      await processNextMail(tools)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const looping = loops()
  await check
  isDone = true
  await looping
  expect(await admin.call(selfCheck.show, {})).toMatchObject({ state: 'verified', failures: [] })
  expect(server.mails.map(({ to }) => to)).toEqual(['site@n.test'])
  const left = [mailMessages, mailThreads, mailIntake, replyDeadlines]
  for (const table of left) expect(await app.db.$count(table)).toBe(0)
})

test('a check by hand answers while its mail is on the way, which comes back over IMAP', async () => {
  await using server = await openSmtpStandIn()
  await using imap = await openImapStandIn()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'site@n.test', MAIL_TO: 'staff@n.test' }
  await using app = await openPort({ ...mail, IMAP_URL: imap.url })
  const owner = await app.person('owner')
  const tools = { ...app.deps, log: app.fastify.log }
  const stop = startMailbox(tools, { renew: 50, look: 60_000, firstRetry: 20, lastRetry: 40 })
  const asked = Date.now()
  const during = await owner.call(selfCheck.run, {})
  expect(Date.now() - asked).toBeLessThan(20_000)
  expect(during).toMatchObject({ state: 'pending', runningSince: expect.any(String) })
  expect((await failureOf(owner.call(selfCheck.run, {}))).code).toBe('conflict')
  await eventually(() => expect(imap.isIdle()).toBe(true))
  let delivered = 0
  const isOver = async () => {
    await sendDueMail(tools, mailHandlers)
    for (const { raw } of server.mails.slice(delivered)) imap.add(raw)
    delivered = server.mails.length
    await processNextMail(tools)
    const { runningSince } = await owner.call(selfCheck.show, {})
    expect(runningSince).toBeNull()
  }
  await eventually(isOver)
  expect(await owner.call(selfCheck.show, {})).toMatchObject({ state: 'verified', failures: [] })
  await stop()
  expect(server.mails.map(({ to }) => to)).toEqual(['site@n.test'])
  const left = [mailMessages, mailThreads, replyDeadlines]
  for (const table of left) expect(await app.db.$count(table)).toBe(0)
})
