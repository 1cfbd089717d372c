import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiries, mailMessages, mailThreads, storedState } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { jobs } from '../../services.ts'
import { digestQuarantine, nextDigest } from './quarantine-digest.server.ts'

const environment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@n.test',
  MAIL_TO: 'ana@n.test,bo@n.test',
}

async function arrive({ db }: TestApp, hoursAgo: number, quarantined = true) {
  await db.insert(inquiries).values({
    name: 'Bot',
    email: 'bot@n.test',
    message: 'Buy',
    contentHash: Buffer.alloc(32),
    quarantined,
    quarantineReasons: ['honeypot'],
    createdAt: sql`now() - make_interval(mins => ${Math.round(hoursAgo * 60)})`,
  })
}

/** Runs only this job, since another one removes threads without a mail. */
const digest = ({ deps }: TestApp) =>
  digestQuarantine.run({ ...deps, log: { info() {}, warn() {}, error() {} } }, {})

async function digests({ db }: TestApp) {
  const found = await db.select().from(mailMessages).where(eq(mailMessages.kind, 'notification'))
  return found.map(({ toAddress, subject }) => `${toAddress} ${subject}`).sort()
}

test('what was quarantined since the last digest is mailed to each address as a number', async () => {
  await using app = await openTestApp({ environment })
  await arrive(app, 2)
  await arrive(app, 20)
  await arrive(app, 30)
  await arrive(app, 1, false)
  await digest(app)
  const first = ['ana@n.test Spam: 2 new', 'bo@n.test Spam: 2 new']
  expect(await digests(app)).toEqual(first)
  const [mail] = await app.db.select().from(mailMessages)
  expect(mail?.text).toMatch(
    /^New messages that look like spam: 2\. Undecided in all: 3\.\n\n.+&quarantined=true$/,
  )
  expect(JSON.stringify(mail)).not.toMatch(/Bot|bot@|Buy/)
  await digest(app)
  expect(await digests(app)).toEqual(first)
  await app.db.execute(sql`update stored_state set at = now() - interval '90 minutes'`)
  await arrive(app, 1)
  await digest(app)
  expect(await digests(app)).toEqual([
    'ana@n.test Spam: 1 new',
    first[0],
    'bo@n.test Spam: 1 new',
    first[1],
  ])
})

test('suspect mails are in the digest as a number', async () => {
  await using app = await openTestApp({ environment })
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await app.db
    .insert(mailThreads)
    .values([2, 30].map((hours) => ({ subject: 'Buy', suspect: true, createdAt: at(hours) })))
  await app.db.insert(mailThreads).values({ subject: 'Hello', createdAt: at(1) })
  await digest(app)
  expect(await digests(app)).toEqual(['ana@n.test Spam: 1 new', 'bo@n.test Spam: 1 new'])
  const [mail] = await app.db.select().from(mailMessages)
  expect(mail?.text).toMatch(
    /^New email conversations that look like spam: 1\. Undecided in all: 2\.\n\n.+\/admin\/mail$/,
  )
  await digest(app)
  expect(await digests(app)).toHaveLength(2)
})

test('instances that count at the same time send one digest', async () => {
  await using app = await openTestApp({ environment })
  await using beside = await openTestApp({ environment, beside: app })
  const aDayAgo = sql`now() - interval '1 day'`
  await app.db.insert(storedState).values({ name: 'quarantine.digest', at: aDayAgo })
  for (let n = 0; n < 3; n++) await arrive(app, 1)
  await Promise.all([app, beside, app, beside].map(digest))
  expect(await digests(app)).toEqual(['ana@n.test Spam: 3 new', 'bo@n.test Spam: 3 new'])
})

test('a message committed after the count is in the next digest', async () => {
  await using app = await openTestApp({ environment })
  await arrive(app, 1)
  const committed = Promise.withResolvers<void>()
  const late = app.db.transaction(async (tx) => {
    await tx.insert(inquiries).values({
      name: 'Late',
      email: 'bot@n.test',
      message: 'Buy',
      contentHash: Buffer.alloc(32),
      quarantined: true,
      quarantineReasons: ['honeypot'],
    })
    await committed.promise
  })
  await digest(app)
  expect(await digests(app)).toHaveLength(2)
  committed.resolve()
  await late
  // Makes the inquiries a day older.
  await app.db.execute(sql`update inquiries set created_at = created_at - interval '1 day'`)
  await app.db.execute(sql`update stored_state set at = at - interval '1 day'`)
  await digest(app)
  expect(await digests(app)).toHaveLength(4)
})

test('without a mail server nothing is counted', async () => {
  await using app = await openTestApp()
  await arrive(app, 1)
  await digest(app)
  expect((await app.db.execute(sql`select from stored_state`)).rowCount).toBe(0)
})

test('the digest comes at 8:00 of the firm, whatever the season', async () => {
  expect(jobs).toContain(digestQuarantine)
  await using app = await openTestApp({ environment })
  for (const [now, next] of [
    ['2026-11-23T10:00:00Z', '2026-11-23T16:00:00Z'],
    ['2026-11-23T16:00:00Z', '2026-11-24T16:00:00Z'],
    ['2026-11-23T03:00:00Z', '2026-11-23T16:00:00Z'],
    ['2026-03-07T20:00:00Z', '2026-03-08T15:00:00Z'],
    ['2026-10-31T20:00:00Z', '2026-11-01T16:00:00Z'],
  ] as const) {
    expect(nextDigest(new Date(now), app.deps), now).toEqual(new Date(next))
  }
  await app.work()
  const { rows } = await app.db.execute<{ run_at: string }>(
    sql`select run_at from jobs where name = 'quarantine.digest'`,
  )
  expect(rows.map(({ run_at }) => new Date(run_at))).toEqual([nextDigest(new Date(), app.deps)])
})
