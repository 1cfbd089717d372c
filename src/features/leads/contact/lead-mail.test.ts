import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { CrashPoint } from '../../../../test/lead-crash.ts'
import { type MailSink, openMailSink } from '../../../../test/mail-sink.ts'
import { temporaryDirectory } from '../../../../test/temporary-directory.ts'
import { openTestApp, type TestApp, testDependencies } from '../../../../test/test-app.ts'
import { openDatabase } from '../../../server/database/open.ts'
import { inquiries as table } from '../../../server/database/schema.ts'
import { work } from '../../../server/jobs/jobs.ts'
import { jobs } from '../../../services.ts'
import { dashboard } from '../../admin/dashboard/contract.ts'
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

/** Headers and text without the line breaks of quoted-printable encoding. */
const readable = (mail: string | undefined) =>
  mail?.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? ''

const openMailHouse = (sink: MailSink): Promise<TestApp> =>
  openTestApp({ environment: mailTo(sink) })

test('a message and a consultation request are each mailed to the staff once', async () => {
  await using sink = await openMailSink()
  await using app = await openMailHouse(sink)
  const asked = { ...message, service: 'consultation', consultationData: { goals: 'Fewer slips' } }
  const inquiry = await app.stranger().call(inquiries.create, message)
  const request = await app.stranger().call(inquiries.create, asked)
  await app.work()
  await app.work()
  expect(sink.mails).toHaveLength(2)
  const [first, second] = sink.mails.map(readable)
  expect(first).toMatch(/^To: staff@n\.example$/m)
  expect(first).toMatch(/^Subject: New inquiry from Ada Okafor$/m)
  expect(first).toContain('> 4,000 slips a week.\n> By hand.')
  expect(first).toContain(`/admin?tab=inquiries&open=${inquiry.id}`)
  expect(second).toMatch(/^Subject: New consultation request from Ada Okafor$/m)
  expect(second).toContain(`/admin/consultations?open=${request.id}`)
  const log = JSON.stringify(app.logged)
  for (const secret of ['Ada', 'northfold', 'slips', 'staff@']) expect(log).not.toContain(secret)
})

test('repeats of a message, by key or content, are mailed once', async () => {
  await using sink = await openMailSink()
  await using app = await openMailHouse(sink)
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
  await using app = await openMailHouse(sink)
  await app.stranger().call(inquiries.create, { ...message, website: 'http://x' })
  await app.stranger().call(inquiries.create, { ...message, name: 'Bot', filledInMs: 40 })
  await app.work()
  expect(sink.mails).toEqual([])
})

test('a mail holds the beginning of a long message, and no half characters', async () => {
  await using sink = await openMailSink()
  await using app = await openMailHouse(sink)
  const long = { ...message, message: `${'a'.repeat(998)}😀😀${'z'.repeat(3000)}` }
  await app.stranger().call(inquiries.create, long)
  await app.work()
  expect(readable(sink.mails[0])).toContain(`${'a'.repeat(998)}=F0=9F=98=80=F0=9F=98=80 =E2=80=A6`)
  expect(readable(sink.mails[0])).not.toContain('zz')
})

test('the dashboard shows whether mail to the staff is configured', async () => {
  await using sink = await openMailSink()
  await using app = await openMailHouse(sink)
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
  const { rows } = await app.db.execute(sql`select from jobs where name = 'mail.send'`)
  expect(rows).toEqual([])
})

const program = fileURLToPath(new URL('../../../../test/lead-crash.ts', import.meta.url))
const drizzleImports = new URL('../../../../scripts/drizzle-imports.ts', import.meta.url).href

/** Sends the message to a server that is killed on the way; resolves once it is dead. */
async function writeUntilKilled(dataDir: string, sink: MailSink, point: CrashPoint): Promise<void> {
  const args = ['--import', drizzleImports, program, dataDir, sink.url, point]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  const ended = once(server, 'exit')
  sink.onStored(() => void server.kill('SIGKILL'))
  const [address] = (await once(server.stdout, 'data')) as [Buffer]
  const sent = fetch(`${String(address).trim()}/api/contact`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  const [answer] = await Promise.allSettled([sent, ended])
  if (point !== 'accepted') expect(answer.status).toBe('rejected')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

/** Restarts with expired locks, works off the queue and returns the number of leads. */
async function workOffAfterwards(dataDir: string, sink: MailSink): Promise<number> {
  const database = await openDatabase({ dataDir })
  try {
    const { db } = database
    sink.onStored(() => {})
    await db.execute(sql`update jobs set locked_until = null`)
    const deps = testDependencies(db, { DATA_DIR: dataDir, ...mailTo(sink) })
    while (await work({ ...deps, log: pino({ level: 'silent' }) }, jobs)) {}
    return await db.$count(table)
  } finally {
    await database.close()
  }
}

const crashes: [CrashPoint, leads: number, mails: number][] = [
  ['queued', 0, 0],
  ['committed', 1, 1],
  // Killed before the answer, the process cannot know whether the mail was accepted.
  ['accepted', 1, 2],
]

test.each(crashes)(
  'kill -9 when the mail is %s loses neither message nor mail, and a second copy bears the same Message-ID',
  { timeout: 60_000 },
  async (point, leads, mails) => {
    await using sink = await openMailSink()
    const dataDir = temporaryDirectory()
    await writeUntilKilled(dataDir, sink, point)
    expect(await workOffAfterwards(dataDir, sink)).toBe(leads)
    expect(sink.mails).toHaveLength(mails)
    const ids = sink.mails.map((mail) => /^Message-ID: (.+)$/im.exec(mail)?.[1])
    expect(new Set(ids).size).toBe(leads)
    expect(await workOffAfterwards(dataDir, sink)).toBe(leads)
    expect(sink.mails).toHaveLength(mails)
  },
)
