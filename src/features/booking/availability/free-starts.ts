import type { Span } from '#features/content/business-hours/open-hours.ts'
import { dayMs, minuteMs } from '#features/content/business-hours/zone-clock.ts'
import type { OpenSpan } from './host-hours.ts'

/** A host's time is reserved in cells of five minutes. */
const cellMs = 5 * minuteMs

/** The fields of a meeting type that decide when it can be booked; minutes are multiples of 5. */
export type CallRules = {
  minutes: number
  bufferBefore: number
  bufferAfter: number
  stepMinutes: number
  noticeMinutes: number
  horizonDays: number
}

/** From the beginning of a call to its end, with the minutes of buffer within. */
export type Booked = Span & { before?: number; after?: number }

/** Of an active host of the meeting type; spans are in order. */
export type HostTimes = {
  id: string
  /** Every busy source answered recently. */
  readable: boolean
  /** When the host takes calls, in full; a call may last into the spans that touch. */
  open: readonly OpenSpan[]
  /** Live bookings with their buffers. */
  booked: readonly Booked[]
  /** Of other calendars. */
  busy: readonly Span[]
}

/** `now` and the range of starts, `to` exclusive; milliseconds since 1970. */
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

/** Starts by the notice and the horizon, both inclusive. */
type Bookable = { earliest: number; latest: number }

const bookable = ({ noticeMinutes, horizonDays }: CallRules, now: number): Bookable => ({
  earliest: now + noticeMinutes * minuteMs,
  latest: now + horizonDays * dayMs,
})

/** When a host can be booked, in order. Listing, holding, confirming and moving all ask this. */
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

/** Agrees with `freeStarts`: every start within a host's hours, and what keeps it from being free. */
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

/** A booking that staff made off the five minutes takes every cell it touches. */
function wholeCells({ opens, closes }: Span): Span {
  return {
    opens: Math.floor(opens / cellMs) * cellMs,
    closes: Math.ceil(closes / cellMs) * cellMs,
  }
}

/**
 * Whether any blocked span meets the reserved one, asked for ever later ones of the same length.
 *
 * @param blocked by when they open.
 * @param passed how many open before the last asked one closed, and when the last of them closes.
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
  /** No host could be read: times are not known to be free. */
  toBeConfirmed: boolean
}

/** The readable hosts, or all when none is. */
function askedOf<T extends HostTimes>(hosts: readonly T[]) {
  const readable = hosts.filter((host) => host.readable)
  const toBeConfirmed = hosts.length > 0 && readable.length === 0
  return { asked: toBeConfirmed ? hosts : readable, toBeConfirmed }
}

/** Starts at which any host is free; without a readable host those of the hours alone. */
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

/** The first start at which any host is free; undefined when there is none. */
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
  /** In the given order. */
  free: T[]
  /** Whether it would be a start of any host if nothing were booked. */
  isStart: boolean
  toBeConfirmed: boolean
}

/** Hosts free for a call at one start; agrees with `offeredStarts`. */
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
