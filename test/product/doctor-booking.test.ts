import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkBooking } from '#cli/doctor-booking.ts'
import { bookings, hostBusy, users } from '#server/database/schema.ts'
import { addHost, book } from '../harness/bookings.ts'
import { openTestApp, type TestApp } from '../harness/test-app.ts'

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@firm.test',
  MAIL_TO: 'staff@firm.test',
}

async function look({ db, deps }: TestApp): Promise<string[]> {
  const client = { query: (text: string) => db.execute(sql.raw(text)) }
  const found = await checkBooking(client, deps.config)
  return found.map(({ status, words }) => `${status}: ${words}`)
}

test('the doctor says whether anybody can be booked, and what visitors and hosts miss', async () => {
  await using app = await openTestApp({ seeded: true, environment: mail })
  expect(await look(app)).toEqual(['not set: Nobody can be booked.'])
  const id = await addHost(app)
  await book(app)
  expect(await look(app)).toEqual(['warning: 1 of 1 hosts have no email address.'])
  await app.db.update(users).set({ email: 'grace@n.test' }).where(eq(users.id, id))
  expect(await look(app)).toEqual(['ok: 1 call to come.'])
  await app.db.update(bookings).set({ wallTime: '2026-01-01 09:00 UTC' })
  const moved =
    'warning: The time zone database changed: 1 call at another local time than promised.'
  expect(await look(app)).toEqual([moved])
  await app.db.update(users).set({ displayName: 'Grace' }).where(eq(users.id, id))
  await app.db.insert(hostBusy).values({ userId: id, source: 'ics', error: 'not_reachable' })
  expect(await look(app)).toEqual([
    'warning: The calendar address of Grace can’t be reached. Check its address.',
    moved,
  ])
})

test('without a mail server the doctor says that visitors hear nothing', async () => {
  await using app = await openTestApp({ seeded: true })
  await addHost(app)
  expect(await look(app)).toEqual([
    'warning: mail is not set up: visitors get no confirmation and no reminder.',
  ])
})
