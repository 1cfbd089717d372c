import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { dashboard } from '#features/admin/overview/contract.ts'
import { openDatabase } from '#server/database/open.ts'
import {
  automaticMailLimits,
  mailMessages,
  replyDeadlines,
  inquiries as table,
} from '#server/database/schema.ts'
import { sendDueMail } from '#server/mail/send-mail.ts'
import { onTestServer } from '#test/harness/installation.ts'
import type { CrashPoint } from '#test/harness/lead-crash.ts'
import { type MailSink, openMailSink } from '#test/harness/mail-sink.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { openTestApp, type TestApp, testDependencies } from '#test/harness/test-app.ts'
import { mailHandlers } from '../../services.ts'
import { inquiries } from './contract.ts'

const message = {
  name: 'Ada Okafor',
  email: 'ada@northfold.example',
  company: 'Northfold Logistics',
  service: 'document-processing',
  message: '4,000 slips a week.\nBy hand.',
  filledInMs: 9000,
}

const mailTo = ({ url }: MailSink) => ({
  SMTP_URL: url,
  MAIL_FROM: 'site@n.example',
  MAIL_TO: 'staff@n.example',
})

/** The headers and text of a mail without the line breaks of quoted-printable encoding. */
const readable = (mail: string | undefined) =>
  mail?.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? ''

const openAppWithMail = (sink: MailSink): Promise<TestApp> =>
  openTestApp({ environment: mailTo(sink) })

test('a message and a consultation request are each mailed to the staff once', async () => {
  await using sink = await openMailSink()
  await using app = await openAppWithMail(sink)
  const asked = {
    ...message,
    service: 'consultation',
    consultationData: { projectDescription: 'Read\nslips' },
  }
  const inquiry = await app.stranger().call(inquiries.create, message)
  const request = await app.stranger().call(inquiries.create, asked)
  await app.work()
  await app.work()
  expect(sink.mails).toHaveLength(2)
  // The mails are sent concurrently, so their order may vary.
  const mailOf = ({ number }: { number: string }) =>
    sink.mails.map(readable).find((mail) => mail.includes(number))
  const [first, second] = [mailOf(inquiry), mailOf(request)]
  expect(first).toMatch(/^To: staff@n\.example$/m)
  expect(first).toMatch(new RegExp(`^Subject: New inquiry ${inquiry.number}$`, 'm'))
  expect(first).toContain('Name: Ada Okafor\nCompany: Northfold Logistics')
  expect(first).toContain('> 4,000 slips a week.\n> By hand.')
  expect(first).toContain(`/admin/inbox?lead=${inquiry.id}`)
  expect(second).toMatch(new RegExp(`^Subject: New consultation request ${request.number}$`, 'm'))
  // The mail quotes the answers in the form rather than the generated message.
  expect(second).toContain('Service: Free Consultation')
  expect(second).toContain('> Read\n> slips')
  expect(second).toContain(`/admin/inbox?lead=${request.id}`)
  const log = JSON.stringify(app.logged)
  for (const secret of ['Ada', 'northfold', 'slips', 'staff@']) expect(log).not.toContain(secret)
})

test('repeats of a message, by key or content, are mailed once', async () => {
  await using sink = await openMailSink()
  await using app = await openAppWithMail(sink)
  const visitor = app.stranger()
  const options = { idempotencyKey: 'form-1' }
  await Promise.all(
    Array.from({ length: 5 }, () => visitor.call(inquiries.create, message, options)),
  )
  await Promise.all(Array.from({ length: 5 }, () => visitor.call(inquiries.create, message)))
  await app.work()
  expect(sink.mails).toHaveLength(1)
})

test('spam is not mailed', async () => {
  await using sink = await openMailSink()
  await using app = await openAppWithMail(sink)
  await app.stranger().call(inquiries.create, { ...message, website: 'http://x' })
  await app.stranger().call(inquiries.create, { ...message, name: 'Bot', filledInMs: 40 })
  await app.work()
  expect(sink.mails).toEqual([])
})

test('a mail holds the beginning of a long message, and no half characters', async () => {
  await using sink = await openMailSink()
  await using app = await openAppWithMail(sink)
  const long = { ...message, message: `${'a'.repeat(998)}😀😀${'z'.repeat(3000)}` }
  await app.stranger().call(inquiries.create, long)
  await app.work()
  expect(readable(sink.mails[0])).toContain(`${'a'.repeat(998)}=F0=9F=98=80=F0=9F=98=80...`)
  expect(readable(sink.mails[0])).not.toContain('zz')
})

/** At some length, the subject's limit falls within the last character of each name. */
test.each([
  ['an emoji', `${'A'.repeat(182)}😀`],
  ['a family', `${'A'.repeat(178)}👩‍👩‍👧‍👦`],
  ['flags', `${'A'.repeat(179)}🇩🇪🇫🇷🇳🇴`],
  ['letters with accents', 'e\u0301'.repeat(100)],
  ['one letter with many accents', `a${'\u0301'.repeat(199)}`],
])('a name that ends in %s at any place is stored and mailed', async (_, name) => {
  await using sink = await openMailSink()
  await using app = await openAppWithMail(sink)
  await app.person('admin')
  for (let at = 0; at < 12; at++) {
    const own = { ...message, email: `n${at}@n.example`, name: `${'B'.repeat(at)}${name}` }
    if (own.name.length > 200) break
    await app.stranger().call(inquiries.create, own)
  }
  const subjects = await app.db.select({ subject: mailMessages.subject }).from(mailMessages)
  expect(subjects.length).toBeGreaterThan(0)
  for (const { subject } of subjects) expect(subject.isWellFormed()).toBe(true)
})

test.each([
  ['none can be stored', 'false', 0],
  ['its alert cannot be stored', "kind <> 'lead_alert'", 1],
  ['its confirmation cannot be stored', "kind <> 'confirmation'", 1],
])('a lead whose mails fail is stored: %s', async (_, condition, mails) => {
  await using sink = await openMailSink()
  await using app = await openAppWithMail(sink)
  await app.db.execute(
    sql.raw(`alter table mail_messages add constraint broken check (${condition}) not valid`),
  )
  await using _repaired = {
    [Symbol.asyncDispose]: async () => {
      await app.db.execute(sql`alter table mail_messages drop constraint broken`)
    },
  }
  const lead = { ...message, email: 'ada@n.test' }
  const { number } = await app.stranger().call(inquiries.create, lead)
  const again = await app.stranger().call(inquiries.create, lead)
  expect(again.number).toBe(number)
  expect(await app.db.select({ name: table.name }).from(table)).toEqual([{ name: message.name }])
  expect(await app.db.$count(replyDeadlines)).toBe(1)
  expect(await app.db.$count(mailMessages)).toBe(mails)
})

test('the dashboard shows whether mail to the staff is configured', async () => {
  await using sink = await openMailSink()
  await using app = await openAppWithMail(sink)
  await using silent = await openTestApp()
  for (const [{ person }, leadsAreMailed] of [
    [app, true],
    [silent, false],
  ] as const) {
    const agent = await person('agent')
    expect(await agent.call(dashboard.overview, {})).toMatchObject({ leadsAreMailed })
  }
})

test('without a mail server nothing is queued', async () => {
  await using app = await openTestApp()
  await app.stranger().call(inquiries.create, message)
  expect(await app.db.$count(mailMessages)).toBe(0)
})

const program = fileURLToPath(new URL('../../../test/harness/lead-crash.ts', import.meta.url))
const drizzleImports = new URL('../../cli/drizzle-imports.ts', import.meta.url).href

type Environment = Record<string, string>

/**
 * Sends the message to a server that is killed at `point`; resolves once the server is dead.
 */
async function writeUntilKilled(
  environment: Environment,
  sink: MailSink,
  point: CrashPoint,
): Promise<void> {
  const args = ['--import', drizzleImports, program, JSON.stringify(environment), point]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  const ended = once(server, 'exit')
  sink.onStored(() => void server.kill('SIGKILL'))
  const [address] = (await once(server.stdout, 'data')) as [Buffer]
  const sent = fetch(`${String(address).trim()}/api/contact`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    body: JSON.stringify({ ...message, email: 'ada@northfold.test' }),
  })
  const [answer] = await Promise.allSettled([sent, ended])
  if (point !== 'accepted') expect(answer.status).toBe('rejected')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

/**
 * Restarts with expired leases and sends what is due.
 *
 * @returns what the database contains afterwards.
 */
async function workOffAfterwards(environment: Environment, sink: MailSink) {
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = environment
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    const { db } = database
    sink.onStored(() => {})
    await db.execute(sql`update mail_messages set lease_until = null`)
    const deps = testDependencies(db, environment)
    while (await sendDueMail({ ...deps, log: pino({ level: 'silent' }) }, mailHandlers)) {}
    return {
      leads: await db.$count(table),
      alerts: await db.$count(mailMessages, eq(mailMessages.kind, 'lead_alert')),
      confirmations: await db.$count(mailMessages, eq(mailMessages.kind, 'confirmation')),
      accepted: await db.$count(mailMessages, eq(mailMessages.delivery, 'accepted')),
      limits: await db.$count(automaticMailLimits),
    }
  } finally {
    await database.close()
  }
}

const nothing = { leads: 0, alerts: 0, confirmations: 0, accepted: 0, limits: 0 }
const everything = { leads: 1, alerts: 2, confirmations: 1, accepted: 3, limits: 1 }

test.each<[CrashPoint, typeof nothing]>([
  ['reserved', nothing],
  ['stored', nothing],
  ['committed', everything],
  ['accepted', everything],
])(
  'kill -9 when it is %s: lead, mails to the staff and confirmation are all there or none, and a second copy bears the same Message-ID',
  async (point, expected) => {
    await using sink = await openMailSink()
    const environment = {
      ...(await onTestServer()),
      DATA_DIR: temporaryDirectory(),
      ...mailTo(sink),
      MAIL_TO: 'ana@n.example,bo@n.example',
    }
    await writeUntilKilled(environment, sink, point)
    expect(sink.mails.length > 0).toBe(point === 'accepted')
    expect(await workOffAfterwards(environment, sink)).toEqual(expected)
    const header = (name: string) =>
      sink.mails.map((mail) => new RegExp(`^${name}: (.+)$`, 'im').exec(mail)?.[1])
    const recipients = new Set(header('To'))
    const everybody = ['ada@northfold.test', 'ana@n.example', 'bo@n.example']
    expect([...recipients].sort()).toEqual(expected.leads ? everybody : [])
    const ids = header('Message-ID')
    expect(new Set(ids).size).toBe(recipients.size)
    // The process was killed before the response, so it cannot know whether a mail was accepted.
    const copies = [...new Set(ids)].map((id) => ids.filter((other) => other === id).length)
    expect(Math.max(0, ...copies)).toBe({ accepted: 2, committed: 1 }[point as string] ?? 0)
    const sent = sink.mails.length
    expect(await workOffAfterwards(environment, sink)).toEqual(expected)
    expect(sink.mails).toHaveLength(sent)
  },
)
