/** Of one date: `HH:MM` of the wall clock; `closes` may be `24:00`. Past midnight takes two. */
export type OpenInterval = { opens: string; closes: string }

/** `day` follows ISO 8601: Monday is 1. */
export type WeekInterval = OpenInterval & { day: number }

/** `chat`: when visitors get an answer. `office`: the firm's business hours. */
export type ScheduleName = 'chat' | 'office'

/** Its intervals replace those of the week; an empty list is closed. */
type Holiday = Record<ScheduleName, OpenInterval[]> & {
  /** `YYYY-MM-DD`. */
  date: string
  name: string
  /** Every year on this month and day, unless another entry names the very date. */
  yearly: boolean
}

export type BusinessHours = {
  /** IANA name. */
  timeZone: string
  zoneLabel: string
  schedules: Record<ScheduleName, { label: string; week: WeekInterval[] }>
  holidays: Holiday[]
}
