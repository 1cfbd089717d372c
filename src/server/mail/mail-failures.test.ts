import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/harness/test-app.ts'
import { mailMessages as table } from '../database/schema.ts'
import { mailFailingSince } from './mail-failures.ts'

type Row = Partial<typeof table.$inferInsert>

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const queued = { delivery: 'queued', nextAttemptAt: ago(-1), sendAt: ago(20) } as const
const accepted = (minutes: number): Row => ({ delivery: 'accepted', acceptedAt: ago(minutes) })
const failed = { delivery: 'failed', sendAt: ago(20), attempts: 1 } as const

const cases: [name: string, rows: Row[], isFailing: boolean][] = [
  ['no mail', [], false],
  ['attempts that fail', [{ ...queued, attempts: 3, errorCode: 'unreachable' }], true],
  ['a login that fails', [{ ...queued, attempts: 3, errorCode: 'login_refused' }], true],
  [
    'attempts that began to fail 10 minutes ago',
    [{ ...queued, attempts: 2, errorCode: 'no_answer', sendAt: ago(10) }],
    false,
  ],
  [
    'a mail accepted meanwhile',
    [{ ...queued, attempts: 3, errorCode: 'unreachable' }, accepted(5)],
    false,
  ],
  [
    'a mail accepted before',
    [{ ...queued, attempts: 3, errorCode: 'unreachable' }, accepted(30)],
    true,
  ],
  [
    'one recipient delayed, others accepted',
    [{ ...queued, attempts: 3, errorCode: 'delayed' }, accepted(19)],
    false,
  ],
  ['everybody delayed', [{ ...queued, attempts: 3, errorCode: 'delayed' }], true],
  ['mail to staff that nobody sends', [{ ...queued, nextAttemptAt: ago(20) }], true],
  [
    'a confirmation that waits for the hour',
    [{ ...queued, kind: 'confirmation', nextAttemptAt: ago(20) }],
    false,
  ],
  ['a mail for later', [{ ...queued, sendAt: ago(-60), nextAttemptAt: ago(-60) }], false],
  ['mail given up', [{ ...failed, errorCode: 'given_up' }], true],
  ['a refused notice to staff', [{ ...failed, errorCode: 'rejected' }], true],
  [
    'a refused address of a visitor',
    [{ ...failed, kind: 'confirmation', errorCode: 'rejected' }],
    false,
  ],
  ['a mail received', [{ direction: 'in', sendAt: ago(20) }], false],
]

test.each(cases)('%s: whether mail counts as failing', async (_, rows, isFailing) => {
  await using app = await openTestApp()
  for (const [n, row] of rows.entries()) {
    const common = { direction: 'out', kind: 'lead_alert', toAddress: `${n}@firm.test` } as const
    const content = { messageId: `<${n}@firm.test>`, subject: 'S', text: 'T' }
    await app.db.insert(table).values({ id: sql`gen_random_uuid()`, ...common, ...content, ...row })
  }
  const since = await mailFailingSince(app.db)
  expect(since !== undefined).toBe(isFailing)
  if (since) expect(Date.now() - since.getTime()).toBeGreaterThan(19 * 60_000)
})
