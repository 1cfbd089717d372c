import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs, notifications, storedState } from '#server/database/schema.ts'
import { book, openBooking, startIn } from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { agenda } from '../agenda/contract.ts'
import { confirmPending } from '../bookings/confirm-pending.server.ts'
import { pausing } from './contract.ts'

test('after a restore nothing is done by itself until an admin resumes', async () => {
  const { app } = await openBooking()
  await using _ = app
  const admin = await app.person('admin')
  const agent = await app.person('agent', 'sam')
  expect(await admin.call(pausing.resume, {})).toEqual({ calls: 0 })
  await book(app)
  await app.db.insert(storedState).values({ name: 'booking.paused' })
  expect((await agent.call(agenda.list, {})).paused).toBe(true)
  await startIn(app, 10)
  await app.work()
  const soon = () => app.db.$count(notifications, sql`event = 'booking.soon'`)
  expect(await soon()).toBe(0)
  await app.db.execute(sql`update bookings set state = 'pending', pending_reason = 'calendar'`)
  const run = () => confirmPending.run({ ...app.deps, log: app.fastify.log }, {})
  await run()
  expect((await agent.call(agenda.list, {})).items).toMatchObject([{ state: 'pending' }])
  await app.db.execute(sql`update bookings set state = 'booked', pending_reason = null`)
  expect(await failureOf(agent.call(pausing.resume, {}))).toMatchObject({ code: 'forbidden' })
  await startIn(app, 90)
  expect(await admin.call(pausing.resume, {})).toEqual({ calls: 1 })
  expect((await agent.call(agenda.list, {})).paused).toBe(false)
  const planned = () => app.db.$count(jobs, sql`name = 'bookings.remind'`)
  expect(await planned()).toBe(3)
  await startIn(app, 10)
  await app.work()
  expect(await soon()).toBe(1)
  expect(await admin.call(pausing.resume, {})).toEqual({ calls: 0 })
})
