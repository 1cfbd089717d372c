import { z } from 'zod'
import { isTimeZone } from '../zone-names.ts'
import { badDate, sameDay } from './messages.ts'
import { listOf, refuseRepeated, settingLine } from './text-fields.ts'

const badTime = 'Use a time such as 09:30, in steps of five minutes'
/** Aborting prevents a comparison of intervals when a time is malformed. */
const form = { error: badTime, abort: true }
const Opens = z.string({ error: badTime }).regex(/^([01]\d|2[0-3]):[0-5][05]$/, form)
const Closes = z.string({ error: badTime }).regex(/^(([01]\d|2[0-3]):[0-5][05]|24:00)$/, form)

const maxIntervals = 4

type Interval = { day?: number; opens: string; closes: string }

/** All times have the same length, so comparing their characters compares the times. */
const byBeginning = (a: Interval, b: Interval) =>
  (a.day ?? 0) - (b.day ?? 0) || (a.opens < b.opens ? -1 : Number(a.opens > b.opens))

function checkIntervals(intervals: readonly Interval[], context: z.RefinementCtx): void {
  const add = (interval: Interval, message: string) => {
    const path = [intervals.indexOf(interval), 'opens']
    context.addIssue({ code: 'custom', path, message })
  }
  const inverted = intervals.find(({ opens, closes }) => opens >= closes)
  if (inverted) add(inverted, 'Closes before it opens. Past midnight takes two intervals')
  if (inverted) return
  const days = Map.groupBy([...intervals].sort(byBeginning), ({ day }) => day)
  for (const ofDay of days.values()) {
    const surplus = ofDay[maxIntervals]
    if (surplus) add(surplus, `Use at most ${maxIntervals} intervals a day`)
    const overlap = ofDay.find(({ opens }, index) => opens < (ofDay[index - 1]?.closes ?? ''))
    if (overlap) add(overlap, 'Overlaps another interval of the day')
  }
}

const sorted = <T extends Interval>(intervals: T[]) => [...intervals].sort(byBeginning)

const Intervals = z
  .array(z.strictObject({ opens: Opens, closes: Closes }))
  .max(maxIntervals, `Use at most ${maxIntervals} intervals a day`)
  .superRefine(checkIntervals)
  .transform(sorted)

const WeekDay = z.number().int().min(1, 'Monday is 1').max(7, 'Sunday is 7')

export const Week = z
  .array(z.strictObject({ day: WeekDay, opens: Opens, closes: Closes }))
  .max(7 * maxIntervals, `Use at most ${maxIntervals} intervals a day`)
  .superRefine(checkIntervals)
  .transform(sorted)

const Schedule = z.strictObject({ label: settingLine(40), week: Week })

const Holiday = z.strictObject({
  date: z.iso.date(badDate).regex(/^(19|[2-9]\d)\d\d-/, badDate),
  name: settingLine(60),
  chat: Intervals,
  office: Intervals,
  /** Whether it recurs every year on this month and day; 29 February only recurs in leap years. */
  yearly: z.boolean(),
})

export const HoursSettings = z.strictObject({
  timeZone: settingLine(60).refine(isTimeZone, 'Use a time zone such as Europe/Berlin'),
  zoneLabel: settingLine(30),
  schedules: z.strictObject({ chat: Schedule, office: Schedule }),
  holidays: listOf(Holiday, 200, 'holidays')
    .superRefine((days, context) => {
      const keyOf = ({ date, yearly }: { date: string; yearly: boolean }) =>
        yearly ? date.slice(5) : date
      refuseRepeated(days, keyOf, 'date', sameDay, context)
    })
    .transform((days) =>
      [...days].sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))),
    ),
})
