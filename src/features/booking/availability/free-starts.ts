import type { Span } from '#features/content/business-hours/open-hours.ts'
import { dayMs, minuteMs } from '#features/content/business-hours/zone-clock.ts'
import type { OpenSpan } from './host-hours.ts'

/** A host's time is reserved in cells of five minutes. */
const cellMs = 5 * minuteMs

/** The fields of a meeting type that decide when it can be booked. Minutes are multiples of 5. */
export type CallRules = {
  minutes: number
  bufferBefore: number
  bufferAfter: number
  stepMinutes: number
  noticeMinutes: number
  horizonDays: number
}

/**
 * A call from its start to its end, extended by its buffers; `before` and `after` are their
 * minutes.
 */
export type Booked = Span & { before?: number; after?: number }

/** The times of an active host of the meeting type. All spans are in order. */
export type HostTimes = {
  id: string
  /** Whether every busy source of the host was read recently. */
  readable: boolean
  /** All spans in which the host takes calls. A call may extend into adjacent spans. */
  open: readonly OpenSpan[]
  /** Live bookings with their buffers. */
  booked: readonly Booked[]
  /** Busy times in the host's other calendars. */
  busy: readonly Span[]
}

/** `now` and the range of starts, which excludes `to`. All are milliseconds since 1970. */
export type Window = { now: number; from: number; to: number }

type Grid = { start: number; outside: 'notice' | 'horizon' | null; isTaken: boolean }

/**
 * The starts within a host's hours, in order, and whether each can be booked.
 *
 * @param external whether busy times of other calendars count.
 */
function* gridOf(
  rules: CallRules,
  host: HostTimes,
  { from, to, earliest, latest }: Window & Bookable,
  external: boolean,
): Generator<Grid> {
  const step = rules.stepMinutes * minuteMs
  const length = rules.minutes * minuteMs
  const blocked = [host.booked.map(wholeCells), external ? host.busy : []]
    .flat()
    .sort((a, b) => a.opens - b.opens)
  const next = { at: 0, until: Number.NEGATIVE_INFINITY }
  for (const { opens, closes, until } of host.open) {
    const first = Math.ceil(opens / cellMs) * cellMs
    const skipped = Math.max(0, Math.ceil((from - first) / step))
    for (let start = first + skipped * step; start < closes; start += step) {
      if (start + length > until) break
      if (start >= to) return
      const late = start > latest ? 'horizon' : null
      const isTaken = intersects(blocked, next, reservedBy(rules, start))
      yield { start, outside: start < earliest ? 'notice' : late, isTaken }
    }
  }
}

function reservedBy(rules: CallRules, start: number): Span {
  return {
    opens: start - rules.bufferBefore * minuteMs,
    closes: start + (rules.minutes + rules.bufferAfter) * minuteMs,
  }
}

/** The range that notice and horizon allow for a start, both ends included. */
type Bookable = { earliest: number; latest: number }

const bookable = ({ noticeMinutes, horizonDays }: CallRules, now: number): Bookable => ({
  earliest: now + noticeMinutes * minuteMs,
  latest: now + horizonDays * dayMs,
})

/**
 * The starts at which a host can be booked, in order. Listing, holding, confirming and moving all
 * use this function.
 */
export function* freeStarts(
  rules: CallRules,
  host: HostTimes,
  { now, from, to }: Window,
  external: boolean,
): Generator<number> {
  const range = bookable(rules, now)
  const window = {
    ...range,
    now,
    from: Math.max(from, range.earliest),
    to: Math.min(to, range.latest + 1),
  }
  for (const { start, isTaken } of gridOf(rules, host, window, external)) {
    if (!isTaken) yield start
  }
}

/** Why a start within a host's hours cannot be booked. */
export type Refusal = 'notice' | 'horizon' | 'booked' | 'busy' | 'buffer'

/**
 * Every start within a host's hours, with the reason why it is not free; consistent with
 * `freeStarts`.
 */
export function checkStarts(
  rules: CallRules,
  host: HostTimes,
  window: Window,
  external: boolean,
): { start: number; refusal: Refusal | null }[] {
  const range = { ...window, ...bookable(rules, window.now) }
  return [...gridOf(rules, host, range, external)].map(({ start, outside, isTaken }) => ({
    start,
    refusal: outside ?? (isTaken ? whatTakes(rules, host, start, external) : null),
  }))
}

function whatTakes(
  rules: CallRules,
  { booked, busy }: HostTimes,
  start: number,
  external: boolean,
): Refusal {
  const end = start + rules.minutes * minuteMs
  const calls = booked.map(({ opens, closes, before = 0, after = 0 }) => ({
    opens: opens + before * minuteMs,
    closes: closes - after * minuteMs,
  }))
  const meets = ({ opens, closes }: Span) => opens < end && closes > start
  if (calls.some(meets)) return 'booked'
  return external && busy.some(meets) ? 'busy' : 'buffer'
}

/**
 * A booking that staff made at a time that is not a multiple of five minutes takes every cell it
 * touches.
 */
function wholeCells({ opens, closes }: Span): Span {
  return {
    opens: Math.floor(opens / cellMs) * cellMs,
    closes: Math.ceil(closes / cellMs) * cellMs,
  }
}

/**
 * Whether any blocked span overlaps the reserved one. Successive calls must pass ever later
 * reserved spans of the same length.
 *
 * @param blocked spans sorted by when they open.
 * @param passed the number of spans already visited, and the latest end among them.
 */
function intersects(
  blocked: readonly Span[],
  passed: { at: number; until: number },
  reserved: Span,
): boolean {
  while (true) {
    const span = blocked[passed.at]
    if (!span || span.opens >= reserved.closes) break
    passed.until = Math.max(passed.until, span.closes)
    passed.at += 1
  }
  return passed.until > reserved.opens
}

export type Offer = {
  /** In order, without repeats. */
  starts: number[]
  /** No host could be read, so the times are not known to be free. */
  toBeConfirmed: boolean
}

/** The readable hosts, or all hosts if none is readable. */
function askedOf<T extends HostTimes>(hosts: readonly T[]) {
  const readable = hosts.filter((host) => host.readable)
  const toBeConfirmed = hosts.length > 0 && readable.length === 0
  return { asked: toBeConfirmed ? hosts : readable, toBeConfirmed }
}

/**
 * The starts at which any host is free. If no host is readable, only hours and bookings are
 * checked.
 */
export function offeredStarts(
  rules: CallRules,
  hosts: readonly HostTimes[],
  window: Window,
): Offer {
  const { asked, toBeConfirmed } = askedOf(hosts)
  const starts = new Set(
    asked.flatMap((host) => [...freeStarts(rules, host, window, !toBeConfirmed)]),
  )
  return { starts: [...starts].sort((a, b) => a - b), toBeConfirmed }
}

/** The first start at which any host is free; undefined if there is none. */
export function firstStart(
  rules: CallRules,
  hosts: readonly HostTimes[],
  window: Window,
): number | undefined {
  const { asked, toBeConfirmed } = askedOf(hosts)
  const firsts = asked.flatMap((host) => {
    const { value } = freeStarts(rules, host, window, !toBeConfirmed).next()
    return value === undefined ? [] : [value]
  })
  return firsts.length > 0 ? Math.min(...firsts) : undefined
}

export type FreeHosts<T> = {
  /** In the order of `hosts`. */
  free: T[]
  /** Whether it would be a start of any host if nothing were booked. */
  isStart: boolean
  toBeConfirmed: boolean
}

/** The hosts that are free at one start; consistent with `offeredStarts`. */
export function hostsFreeAt<T extends HostTimes>(
  rules: CallRules,
  hosts: readonly T[],
  now: number,
  start: number,
): FreeHosts<T> {
  const { asked, toBeConfirmed } = askedOf(hosts)
  const window = { now, from: start, to: start + 1 }
  const isFree = (host: HostTimes, external: boolean) =>
    !freeStarts(rules, host, window, external).next().done
  const free = asked.filter((host) => isFree(host, !toBeConfirmed))
  const isStart = free.length > 0 || hosts.some((host) => isFree({ ...host, booked: [] }, false))
  return { free, isStart, toBeConfirmed }
}
