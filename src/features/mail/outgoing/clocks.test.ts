import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { presence } from '#features/notifications/presence/contract.ts'
import { mailMessages } from '#server/database/schema.ts'
import { queueStaffMail } from '#server/mail/queue-mail.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { confirmedLead, openMailApp, reply } from '#test/harness/replies.ts'
import { show } from '#test/harness/requests.ts'
import type { TestApp } from '#test/harness/test-app.ts'

afterEach(() => void vi.useRealTimers())

/** Moves the clock of this process relative to the database's clock. */
const setClock = (hours: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })

async function deliveries({ db }: TestApp): Promise<(string | null)[]> {
  const rows = await db.select({ delivery: mailMessages.delivery }).from(mailMessages)
  return rows.map(({ delivery }) => delivery)
}

async function secondsUntilSent({ db }: TestApp): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from next_attempt_at - created_at)::float8 as seconds
    from mail_messages where kind = 'reply'`)
  return rows[0]?.seconds ?? Number.NaN
}

test.each([-3, 3])(
  'what is due goes by the database, with a clock %i hours away',
  async (hours) => {
    await using app = await openMailApp()
    const { id, token } = await confirmedLead(app)
    const agent = await app.person('agent')
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const past = new Date(Date.now() - 3_600_000).toISOString()
    setClock(hours)
    await reply(agent, id)
    expect(await secondsUntilSent(app)).toBeCloseTo(10, 0)
    expect(await failureOf(reply(agent, id, { sendAt: past, force: true }))).toMatchObject({
      fields: { sendAt: 'Choose a time in the future' },
    })
    await reply(agent, id, { sendAt: soon, force: true })
    await agent.call(presence.update, { state: 'away', until: soon })
    expect(await agent.call(presence.show, {})).toMatchObject({ state: 'away' })
    await app.db.execute(sql`update reply_deadlines set due_at = now() + interval '1 hour'`)
    expect(await show(app, token)).toMatchObject({ canRemind: false })
    await app.db.execute(sql`update reply_deadlines set due_at = now() - interval '1 hour'`)
    expect(await show(app, token)).toMatchObject({ canRemind: true })
  },
)

test('a mail is given up by the time of the database', async () => {
  await using app = await openMailApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await queueStaffMail(app.deps, app.db, { kind: 'notification', subject: 'Due', text: 'Due' })
  setClock(5)
  await app.work()
  expect(await deliveries(app)).toEqual(['queued'])
  await app.db.execute(sql`
    update mail_messages set send_at = now() - interval '5 hours', next_attempt_at = now()`)
  setClock(-10)
  await app.work()
  expect(await deliveries(app)).toEqual(['failed'])
})
