import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiries } from '#features/leads/contract.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { inbox } from './contract.ts'

const write = (app: TestApp, { message }: { message: string }) =>
  app.stranger().call(inquiries.create, {
    name: 'Vera',
    email: 'vera@n.test',
    company: '',
    service: '',
    message,
    filledInMs: 9000,
  })

test('figures count replies that the product saw, and stated ones apart', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  for (let n = 0; n < 5; n++) await write(app, { message: `Message ${n}` })
  await app.db.execute(sql`
    update reply_deadlines set met_at = opened_at + interval '2 hours', evidence = 'mail'
    where id in (select id from reply_deadlines order by id limit 2)`)
  const [answered] = (await agent.call(inbox.list, {})).items
  await agent.call(inbox.stateReply, { id: answered?.id ?? '', how: 'other', note: null })
  const stats = await agent.call(inbox.stats, {})
  expect(stats).toMatchObject({ n: 2, onTime: 2, medianMinutes: 120, overdue: 0 })
  expect(stats.byEvidence).toEqual({ mail: 2, chat: 0, booking: 0, stated: 1 })
})

test('the median is the middle time to an answer, or the mean of the two in the middle', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  expect((await agent.call(inbox.stats, {})).medianMinutes).toBeNull()
  for (const [minutes, median] of [
    [10, 10],
    [20, 15],
    [40, 20],
    [90, 30],
    [90, 40],
  ] as const) {
    await write(app, { message: `${minutes} and ${median}` })
    await app.db.execute(sql`
      update reply_deadlines set met_at = opened_at + make_interval(mins => ${minutes}),
        evidence = 'mail' where met_at is null`)
    expect((await agent.call(inbox.stats, {})).medianMinutes).toBe(median)
  }
})
