/**
 * An interval of one day, as `HH:MM` of the wall clock. `closes` may be `24:00`. Hours past
 * midnight take two intervals.
 */
export type OpenInterval = { opens: string; closes: string }

/** `day` follows ISO 8601: Monday is 1. */
export type WeekInterval = OpenInterval & { day: number }

/** With `chat`, visitors get an answer; with `office`, the firm is open for business. */
export type ScheduleName = 'chat' | 'office'

/** Its intervals replace those of the week. The firm is closed if the list is empty. */
type Holiday = Record<ScheduleName, OpenInterval[]> & {
  /** In the form `YYYY-MM-DD`. */
  date: string
  name: string
  /** Whether it recurs every year on this month and day, unless another entry has the full date. */
  yearly: boolean
}

export type BusinessHours = {
  /** An IANA name. */
  timeZone: string
  zoneLabel: string
  schedules: Record<ScheduleName, { label: string; week: WeekInterval[] }>
  holidays: Holiday[]
}
