import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiries } from '#features/leads/contract.ts'
import { mailMessages, users } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { notifyThresholds } from './sweep.server.ts'

const environment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@n.test',
  MAIL_TO: 'staff@n.test',
}

async function writeLeads({ stranger }: TestApp, count: number) {
  for (let n = 0; n < count; n++) {
    await stranger(`198.51.100.${n}`).call(inquiries.create, {
      name: `Visitor ${n}`,
      email: `v${n}@visitor.test`,
      company: '',
      service: '',
      message: `Message ${n}`,
      filledInMs: 9000,
    })
  }
}

/** Makes all leads `hours` older. */
async function age({ db }: TestApp, hours: number): Promise<void> {
  const ago = sql`make_interval(hours => ${hours})`
  await db.execute(sql`update reply_deadlines set opened_at = opened_at - ${ago},
    unassigned_at = unassigned_at - ${ago}, due_soon_at = due_soon_at - ${ago},
    due_at = due_at - ${ago}`)
}

async function sweep({ deps }: TestApp): Promise<void> {
  const log = { info() {}, warn() {}, error() {} }
  await notifyThresholds.run({ ...deps, log }, {})
}

async function notices({ db }: TestApp): Promise<string[]> {
  const found = await db.select().from(mailMessages).where(sql`kind = 'notification'`)
  return found.map(({ toAddress, subject }) => `${toAddress}: ${subject}`).sort()
}

test('each threshold is notified once, also by two instances at the same moment', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  await writeLeads(app, 1)
  const [{ number } = { number: '' }] = (
    await app.db.execute<{ number: string }>(sql`select number from inquiries`)
  ).rows
  await sweep(app)
  expect(await notices(app)).toEqual([])
  const expected: string[] = []
  for (const [hours, subject] of [
    [7, 'Nobody has taken'],
    [12, 'Due soon'],
    [6, 'Overdue'],
  ] as const) {
    await age(app, hours)
    await Promise.all(Array.from({ length: 8 }, () => sweep(app)))
    await sweep(app)
    expected.push(`staff@n.test: ${subject}: inquiry ${number}`)
    expect(await notices(app)).toEqual(expected.toSorted())
  }
})

test('after a day without the product only the highest threshold is notified', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  await writeLeads(app, 1)
  await age(app, 30)
  await sweep(app)
  expect(await notices(app)).toEqual([expect.stringContaining('Overdue')])
})

test('a taken one is not mailed to everybody before it is overdue; owners read then, too', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  await writeLeads(app, 1)
  await app.person('owner', 'olga')
  await app.db.update(users).set({ email: 'Olga@n.test' })
  await app.db.execute(sql`update reply_deadlines set assignee_id = (select id from users)`)
  await age(app, 19)
  await sweep(app)
  expect(await notices(app)).toEqual([])
  await age(app, 6)
  await sweep(app)
  expect((await notices(app)).map((one) => one.split(':')[0])).toEqual([
    'olga@n.test',
    'staff@n.test',
  ])
})

test('more than ten of one sweep are one digest with numbers, and no names', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  await writeLeads(app, 11)
  await age(app, 30)
  await sweep(app)
  expect(await notices(app)).toEqual(['staff@n.test: 11 answers are due'])
  const [digest] = await app.db.select().from(mailMessages).where(sql`kind = 'notification'`)
  expect(digest?.text.match(/Overdue: inquiry R-/g)).toHaveLength(11)
  expect(digest?.text).not.toContain('Visitor')
})

test('a deadline that was met or waived is silent', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  await writeLeads(app, 2)
  await app.db.execute(sql`update reply_deadlines set waived_at = now(), waive_reason = 'spam'`)
  await age(app, 30)
  await sweep(app)
  expect(await notices(app)).toEqual([])
})
