import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mailMessages as table } from '#server/database/schema.ts'
import { appendMany, makeReceiptsOlder, sequence } from '#test/harness/receipts.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { attention } from './contract.ts'

const withMail = {
  environment: {
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'site@n.example',
    MAIL_TO: 'staff@n.example',
  },
}

type Row = Partial<typeof table.$inferInsert>
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const day = 24 * 60

const unreachable: Row = { delivery: 'queued', attempts: 3, errorCode: 'unreachable' }
const accepted: Row = { delivery: 'accepted', acceptedAt: ago(1) }
const refused: Row = { delivery: 'failed', attempts: 1, errorCode: 'rejected', sendAt: ago(60) }

const cases: [name: string, rows: Row[], nobodyNotified: boolean, lines: string[]][] = [
  ['nothing sent yet', [], false, []],
  ['mail accepted', [accepted], false, []],
  ['20 minutes of failing', [{ ...unreachable, sendAt: ago(20) }], true, ['mail_failing']],
  ['10 minutes of failing', [{ ...unreachable, sendAt: ago(10) }], false, []],
  ['one refused, another accepted', [refused, accepted], false, ['mail_undelivered']],
  ['a visitor’s wrong address', [{ ...refused, kind: 'confirmation' }], false, []],
  ['a failure eight days ago', [{ ...refused, sendAt: ago(8 * day) }, accepted], false, []],
]

test.each(cases)('%s: what needs attention', async (_, rows, nobodyNotified, lines) => {
  await using app = await openTestApp(withMail)
  for (const [n, row] of rows.entries()) {
    await app.db.insert(table).values({
      id: sql`gen_random_uuid()`,
      direction: 'out',
      kind: 'lead_alert',
      subject: 'S',
      text: 'T',
      messageId: `<${n}@firm.test>`,
      toAddress: `${n}@firm.test`,
      nextAttemptAt: ago(-1),
      ...row,
    })
  }
  const agent = await app.person('agent')
  const found = await agent.call(attention.show, {})
  expect({ ...found, lines: found.lines.map(({ id }) => id) }).toEqual({ nobodyNotified, lines })
  for (const { text, since } of found.lines) {
    expect(text).not.toContain('@')
    expect(Date.parse(since ?? '')).toBeLessThan(Date.now() - 15 * 60_000)
  }
})

test('owners alone see that this program cannot read the settings', async () => {
  await using app = await openTestApp({ seeded: true })
  const [owner, admin] = [await app.person('owner'), await app.person('admin')]
  const linesOf = async (person: typeof owner) =>
    (await person.call(attention.show, {})).lines.map(({ text }) => text)
  expect(await linesOf(owner)).toEqual([])
  await save(owner, 'firm', { tagline: 'Other' })
  await publish(owner, ['firm'])
  await app.db.execute(sql`update site_versions set document = '{"x": 1}' where number = 2`)
  expect(await linesOf(owner)).toEqual([
    'Version 2 of the site’s settings can’t be read; the last one that can is version 1.',
  ])
  expect(await linesOf(admin)).toEqual([])
})

test('admins see receipts that wait for longer than they may', async () => {
  await using app = await openTestApp()
  await appendMany(app, 1)
  const [admin, agent] = [await app.person('admin'), await app.person('agent')]
  const linesOf = async (person: typeof admin) => (await person.call(attention.show, {})).lines
  expect(await linesOf(admin)).toEqual([])
  await makeReceiptsOlder(app, 61)
  expect(await linesOf(admin)).toEqual([
    {
      id: 'receipts_pending',
      text: '2 receipts wait to enter the log.',
      since: expect.any(String),
    },
  ])
  expect(await linesOf(agent)).toEqual([])
  await sequence(app)
  expect(await linesOf(admin)).toEqual([])
})

test('without a mail server nobody is notified', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  expect(await agent.call(attention.show, {})).toEqual({ nobodyNotified: true, lines: [] })
})
