import { z } from 'zod'
import { minuteMs } from '#features/content/business-hours/zone-clock.ts'
import type { Transaction } from '#server/database/open.ts'
import { job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { JobKind } from '#server/service/job-queue.ts'
import { type Call, readCall, withId } from '../types/booking.server.ts'
import { notifyHost } from './notices.server.ts'
import { isPaused } from './pause.server.ts'
import { mailVisitor } from './queue-booking-mail.server.ts'

const hourMs = 60 * minuteMs

const kinds = ['reminder-day', 'reminder-hour', 'soon', 'outcome'] as const
type Kind = (typeof kinds)[number]

const payload = z.object({ bookingId: z.uuid(), sequence: z.int(), kind: z.enum(kinds) })
const reminding: JobKind<typeof payload> = { name: 'bookings.remind', payload }

/** Calls booked less than this before their start get no reminder a day ahead. */
const dayNoticeMs = 26 * hourMs

/** When a reminder is due, and when it is too late to send it. */
function timesOf({ startsAt, endsAt }: Call['booking'], kind: Kind): { due: number; end: number } {
  const [start, end] = [startsAt.getTime(), endsAt.getTime()]
  if (kind === 'reminder-day') return { due: start - 24 * hourMs, end: start - 22 * hourMs }
  if (kind === 'reminder-hour') return { due: start - hourMs, end: start }
  if (kind === 'soon') return { due: start - 15 * minuteMs, end: start }
  return { due: end + 10 * minuteMs, end: Number.POSITIVE_INFINITY }
}

/** Plans reminders for the present time of a call. Any later change of the call voids them. */
export async function planReminders(
  { jobs }: Pick<Dependencies, 'jobs'>,
  tx: Transaction,
  booking: Call['booking'],
): Promise<void> {
  const { id: bookingId, sequence, startsAt } = booking
  const now = Date.now()
  for (const kind of kinds) {
    const { due } = timesOf(booking, kind)
    const isShort = kind === 'reminder-day' && startsAt.getTime() - now < dayNoticeMs
    if (isShort || due < now) continue
    await jobs.add(tx, reminding, { bookingId, sequence, kind }, { runAt: new Date(due) })
  }
}

/** Reads the call again when the reminder is due. */
export const remind = job({
  ...reminding,
  async run(deps, { bookingId, sequence, kind }) {
    if (await isPaused(deps.db)) return
    await deps.db.transaction(async (tx) => {
      const call = await readCall(tx, withId(bookingId), true)
      if (call?.booking.state !== 'booked' || call.booking.sequence !== sequence) return
      if (Date.now() >= timesOf(call.booking, kind).end || call.booking.outcome) return
      if (kind === 'soon') await notifyHost(deps, tx, call, 'booking.soon')
      else if (kind === 'outcome') await notifyHost(deps, tx, call, 'booking.outcome')
      else await mailVisitor(deps, tx, call, kind)
    })
    deps.jobs.wake()
    inboxChanged(deps, 'notifications', 'mail')
  },
})
