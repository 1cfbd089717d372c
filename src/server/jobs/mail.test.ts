import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openMailSink } from '../../../test/mail-sink.ts'
import { openTestApp } from '../../../test/test-app.ts'
import { jobs } from '../database/schema.ts'
import { queueMail } from './mail.ts'

function mailTo(url: string) {
  return { SMTP_URL: url, MAIL_FROM: 'desk@example.com', MAIL_TO: 'staff@example.com' }
}

test('a mail goes to the staff unless it says to whom, in UTF-8 and with one subject line', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  await queueMail(app.deps, app.db, { subject: 'New\r\nBcc: x@y.z', text: 'Line one\nZwei' })
  await queueMail(app.deps, app.db, { to: 'ana@example.com', subject: 'Hi', text: 'Ana' })
  await app.work()
  const [first = '', second = ''] = sink.mails
  expect(first).toMatch(/^To: staff@example\.com$/m)
  expect(first).toMatch(/^Subject: New Bcc: x@y\.z$/m)
  expect(first).toContain('Line one\nZwei')
  expect(second).toMatch(/^To: ana@example\.com$/m)
})

test('a mail that is refused for the moment goes out later, once', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  await queueMail(app.deps, app.db, { subject: 'Later', text: 'Text' })
  sink.refuseNext()
  await app.work()
  expect(sink.mails).toEqual([])
  await app.db.update(jobs).set({ runAt: sql`now()` }).where(eq(jobs.name, 'mail.send'))
  await app.work()
  expect(sink.mails).toHaveLength(1)
  expect(JSON.stringify(app.logged)).not.toContain('staff@example.com')
})

test('without a mail server nothing is queued', async () => {
  await using app = await openTestApp()
  await queueMail(app.deps, app.db, { subject: 'S', text: 'T' })
  expect(await app.db.select().from(jobs)).toEqual([])
})
