import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { bookings, bookingCells as cells } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'

/** Removes unconfirmed holds an hour after they ended. */
export const removeOldHolds = job({
  name: 'bookings.remove_holds',
  payload: z.object({}),
  everySeconds: 600,
  async run({ db }) {
    await db.execute(sql`
      delete from ${bookings} where state in ('held', 'expired')
        and hold_expires_at <= now() - interval '1 hour'`)
  },
})

/** Removes the cells of calls that ended more than a day ago, which keeps the table small. */
export const freeOldCells = job({
  name: 'bookings.free_cells',
  payload: z.object({}),
  dailyAt: { hour: 3, minute: 50 },
  async run({ db }) {
    await db.execute(sql`
      delete from ${cells} c using ${bookings} b
      where b.id = c.booking_id and b.ends_at < now() - interval '1 day'`)
  },
})
