import { Cron } from 'croner'

/** When an automation is expected to report. */
export type Schedule = {
  scheduleKind: 'period' | 'cron' | 'none'
  periodSeconds: number | null
  cron: string | null
  timeZone: string | null
}

/** `walls` yields times of the wall clock, written as if they were UTC. */
type Pattern = { walls: Cron; isWildcard: boolean }

const parsed = new Map<string, Pattern>()
const maxParsed = 5_000

/** @throws Error unless the expression consists of five valid cron fields. */
function parse(expression: string): Pattern {
  const known = parsed.get(expression)
  if (known) return known
  const fields = expression.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', , weekday = ''] = fields
  if (fields.length !== 5) throw new RangeError('not five fields')
  // As in cron(8), day and weekday are alternatives unless one of them begins with a star.
  const domAndDow = day.startsWith('*') || weekday.startsWith('*')
  const options = { timezone: 'UTC', mode: '5-part', paused: true, domAndDow } as const
  const made = {
    walls: new Cron(fields.join(' '), options),
    isWildcard: minute.startsWith('*') || hour.startsWith('*'),
  }
  if (parsed.size >= maxParsed) parsed.clear()
  parsed.set(expression, made)
  return made
}

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()
const maxOffsets = 20_000
const quarterMs = 15 * 60_000

/**
 * The offset of the wall clock from UTC in milliseconds. Clocks change only at full quarter-hours.
 */
function offsetAt(zone: string, at: number): number {
  const quarter = Math.floor(at / quarterMs)
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  // The format yields `11/20/2026, GMT-08:00`, or only `GMT`.
  const text = format.format(quarter * quarterMs).split('GMT')[1] || 'Z'
  const offset = -Date.parse(`1970-01-01T00:00${text}`)
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** No clock change exceeds this. */
const changeMs = 3 * 3_600_000

/** The first moment from which the clock no longer shows `wall`, because it skips it. */
function endOfGap(zone: string, wall: number, before: number, after: number): number {
  let [low, high] = [wall - after - changeMs, wall - before + changeMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle) === before) low = middle
    else high = middle
  }
  return high
}

/** The moments at which jobs scheduled for a time of the wall clock start. */
function momentsOf(zone: string, wall: number, isWildcard: boolean): number[] {
  const before = offsetAt(zone, wall - offsetAt(zone, wall) - changeMs)
  const after = offsetAt(zone, wall - offsetAt(zone, wall) + changeMs)
  if (before === after) return [wall - before]
  const found = [...new Set([wall - before, wall - after])]
    .filter((at) => at + offsetAt(zone, at) === wall)
    .sort((a, b) => a - b)
  if (isWildcard) return found
  return [found[0] ?? endOfGap(zone, wall, before, after)]
}

/** @returns undefined if the expression never matches. */
function nextOfCron(expression: string, zone: string, after: number): number | undefined {
  const { walls, isWildcard } = parse(expression)
  const offset = offsetAt(zone, after)
  const isSteady =
    offsetAt(zone, after - changeMs) === offset && offsetAt(zone, after + changeMs) === offset
  let wall: Date | undefined = new Date(after + offset - (isSteady ? 0 : 2 * changeMs))
  let best: number | undefined
  for (;;) {
    wall = walls.nextRun(wall) ?? undefined
    if (!wall) return best
    for (const at of momentsOf(zone, wall.getTime(), isWildcard)) {
      if (at > after && (best === undefined || at < best)) best = at
    }
    if (best !== undefined && (isSteady || wall.getTime() > after + offset + 2 * changeMs))
      return best
  }
}

/**
 * The next due time of a schedule after a moment, both in Unix milliseconds. Clock changes are
 * handled as in Debian's cron: jobs at a fixed hour and minute that are skipped start right
 * afterwards, and none starts twice. With a star in hour or minute, jobs follow the clock.
 *
 * @returns undefined without a schedule.
 */
export function nextTime(schedule: Schedule, after: number): number | undefined {
  const { scheduleKind, periodSeconds, cron, timeZone } = schedule
  if (scheduleKind === 'period' && periodSeconds) return after + periodSeconds * 1000
  if (scheduleKind === 'cron' && cron && timeZone) return nextOfCron(cron, timeZone, after)
  return undefined
}

export function nextTimes(schedule: Schedule, after: number, count: number): number[] {
  const times: number[] = []
  for (let at = nextTime(schedule, after); at !== undefined; at = nextTime(schedule, at)) {
    if (times.push(at) === count) break
  }
  return times
}

/** Why an expression cannot be used; undefined if it can. */
export function cronProblem(expression: string, timeZone: string, now: number): string | undefined {
  try {
    return nextOfCron(expression, timeZone, now) === undefined ? 'This never comes' : undefined
  } catch {
    return 'Use five fields: minute, hour, day, month, weekday, such as 0 9 * * 1-5'
  }
}
