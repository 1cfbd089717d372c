import type { RunOutcome } from '#contract/vocabulary.ts'
import { nextTime } from '../register/schedule.ts'
import { type Counts, inWords } from './counts.ts'
import type { Judged, Run, Runs, Signal, Tally, Watched } from './watched.ts'

const maxPerMinute = 60
const minuteMs = 60_000
/** Older starts give no duration. */
const maxRunMs = 72 * 3_600_000

const none = { counted: false } as const

/** Counts a ping of this minute. @returns whether it is beyond the limit. */
function isBeyondLimit(of: Watched, { at, kind }: Signal): boolean {
  // One that was overtaken on its way is of the same minute.
  if (of.minuteAt === null || Math.abs(at - of.minuteAt) >= minuteMs) {
    Object.assign(of, { minuteAt: at, minuteCount: 0, minuteFailed: false })
  }
  of.minuteCount += 1
  const isFirstFail = kind === 'fail' && !of.minuteFailed
  if (kind === 'fail') of.minuteFailed = true
  return of.minuteCount > maxPerMinute && !isFirstFail
}

/**
 * Goes past the times due whose grace is over while the automation is down; the watcher judges it
 * only until then.
 */
export function passMissed(of: Watched, until: number, tally: Tally): Judged['missed'] {
  const graceMs = of.graceSeconds * 1000
  if (of.state !== 'down' || of.dueAt === null || of.dueAt + graceMs > until) return undefined
  const firstDue = of.dueAt
  let count = 0
  let due: number | null = of.dueAt
  if (of.scheduleKind === 'period' && of.periodSeconds) {
    count = Math.floor((until - graceMs - firstDue) / (of.periodSeconds * 1000)) + 1
    due = firstDue + count * of.periodSeconds * 1000
  } else {
    for (; due !== null && due + graceMs <= until; count += 1) due = nextTime(of, due) ?? null
  }
  setDue(of, due)
  tally.missed += count
  tally.expected += count
  return { count, firstDue }
}

/** Also sets when an alert is due, which a run under way may bring forward. */
export function setDue(of: Watched, due: number | null | undefined): void {
  const graceMs = of.graceSeconds * 1000
  of.dueAt = due ?? null
  of.alertAfter = of.dueAt === null ? null : of.dueAt + graceMs
  if (of.lastStartAt === null || of.state === 'down') return
  of.alertAfter = Math.min(of.alertAfter ?? Number.POSITIVE_INFINITY, of.lastStartAt + graceMs)
}

function addCounts(
  of: Watched,
  run: Run,
  { counts, leftOut: unfit }: { counts: Counts; leftOut: Readonly<Record<string, string>> },
  tally: Tally,
): string[] {
  const { currency = of.currency, note, model } = counts
  const isOther = run.currency !== null && run.currency !== currency
  const costMicros = isOther ? undefined : counts.costMicros
  const isUnlike = isOther && counts.costMicros !== undefined
  const leftOut = isUnlike ? { ...unfit, cost: 'must be in the currency of the run' } : unfit
  const unread = Object.keys(leftOut)
  if (unread.length > 0) run.countsProblem = `Left out: ${inWords(leftOut)}`
  for (const name of ['items', 'humanDecisions', 'errors'] as const) {
    const value = counts[name]
    if (value === undefined) continue
    run[name] = (run[name] ?? 0) + value
    tally[name] += value
  }
  if (costMicros !== undefined) {
    run.costMicros = (run.costMicros ?? 0) + costMicros
    run.currency = currency
    tally.costMicros[currency] = (tally.costMicros[currency] ?? 0) + costMicros
  }
  if (note !== undefined) run.note = note
  if (model !== undefined) run.model = model
  return unread
}

function takeCounts(of: Watched, run: Run, { read }: Signal, tally: Tally): Judged['counted'] {
  if (!read || 'none' in read) return false
  if ('problem' in read) {
    run.countsProblem = `Counts not read: ${read.problem}`
    return false
  }
  return addCounts(of, run, read, tally)
}

const newRun = (rid: string | null) => ({
  ...{ rid, startedAt: null, finishedAt: null, dueAt: null, outcome: 'running' as RunOutcome },
  ...{ lateMs: null, durationMs: null, exitStatus: null, items: null, humanDecisions: null },
  ...{ errors: null, costMicros: null, currency: null, model: null, note: null },
  countsProblem: null,
})

function log(of: Watched, runs: Runs, signal: Signal, tally: Tally): Judged {
  const run = signal.rid === null ? undefined : runs.find(signal.rid)
  if (!run) return { kind: 'log', ...none }
  const counted = takeCounts(of, run, signal, tally)
  runs.changed(run)
  return { kind: 'log', run, counted }
}

function start(of: Watched, runs: Runs, { at, rid }: Signal, tally: Tally): Judged {
  const known = rid === null ? undefined : runs.find(rid)
  if (known && known.startedAt !== null) {
    tally.repeats += 1
    return { kind: 'repeat', run: known, ...none }
  }
  if (known) {
    // Its end came first: the start completes it and changes no state.
    known.startedAt = at
    runs.changed(known)
    return { kind: 'start', run: known, ...none }
  }
  const open = rid === null && of.lastStartRid === null ? runs.running() : undefined
  const run = open ?? runs.add(newRun(rid))
  run.startedAt = at
  runs.changed(run)
  Object.assign(of, { lastStartAt: at, lastStartRid: rid, startExtended: false })
  if (of.state !== 'down') {
    const ends = at + of.graceSeconds * 1000
    of.alertAfter = Math.min(of.alertAfter ?? Number.POSITIVE_INFINITY, ends)
  }
  return { kind: 'start', run, ...none }
}

/** Whether a success is on time or late; undefined when nothing was due. */
function meetDue(
  of: Watched,
  at: number,
  wasMissed: boolean,
): { due: number; lateMs: number } | undefined {
  const { dueAt: due } = of
  if (due === null) return undefined
  if (at > due) return { due, lateMs: at - due }
  // A time of a plan stays due until it comes; a period begins anew.
  if (wasMissed || nextTime(of, at) === due) return undefined
  return { due, lateMs: 0 }
}

/** How the run that a success or fail is about ends. */
function endRun(of: Watched, runs: Runs, signal: Signal, tally: Tally): Run | 'repeat' {
  const { at, rid, kind, exitStatus } = signal
  const found =
    rid === null ? (of.lastStartAt === null ? undefined : runs.running()) : runs.find(rid)
  const outcome = kind === 'fail' ? 'failed' : 'ok'
  const isOver = found?.outcome === 'overrun'
  if (found && (found.outcome === outcome || (isOver && found.finishedAt !== null))) return 'repeat'
  const run = found ?? runs.add(newRun(rid))
  const before = run.outcome
  const { finishedAt } = run
  Object.assign(run, { finishedAt: at, exitStatus })
  // The times of two pings are inexact by the database's reply to each.
  const took = run.startedAt === null ? undefined : Math.max(0, at - run.startedAt)
  if (took !== undefined && took <= maxRunMs && run.rid === rid && !finishedAt) {
    run.durationMs = took
    tally.durationMs += took
    tally.durationCount += 1
  }
  if (before === 'running') takesOrNot(of, run, signal, tally)
  if (isOver) {
    takesOrNot(of, run, signal, tally)
    runs.changed(run)
    return run
  }
  run.outcome = outcome
  tally[outcome] += 1
  if (before !== 'running' && finishedAt !== null && runs.isSameDay(finishedAt, at)) {
    tally[before === 'ok' ? 'ok' : 'failed'] -= 1
  }
  runs.changed(run)
  return run
}

const taken = new WeakMap<Run, Judged['counted']>()

function takesOrNot(of: Watched, run: Run, signal: Signal, tally: Tally): void {
  taken.set(run, takeCounts(of, run, signal, tally))
}

/** Without a run of its own: beyond the limit of a minute. */
function end(of: Watched, runs: Runs | undefined, signal: Signal, tally: Tally): Judged {
  const { at, rid, kind } = signal
  const missed = passMissed(of, at, tally)
  const wasMissed =
    missed !== undefined ||
    (of.state === 'down' && of.openCause !== 'failed' && of.openCause !== 'overrun')
  const run = runs ? endRun(of, runs, signal, tally) : undefined
  if (run === 'repeat') {
    tally.repeats += 1
    return { kind: 'repeat', run: rid === null ? undefined : runs?.find(rid), ...none, missed }
  }
  of.lastPingAt = at
  of.restoredAt = null
  if (of.lastStartAt !== null && (kind === 'fail' || rid === null || rid === of.lastStartRid)) {
    Object.assign(of, { lastStartAt: null, lastStartRid: null, startExtended: false })
  }
  const counted = run ? (taken.get(run) ?? false) : false
  if (kind === 'fail') {
    of.state = 'down'
    setDue(of, of.dueAt ?? nextTime(of, at))
    const opens = of.openCause === null
    of.openCause ??= 'failed'
    return { kind: 'fail', run, counted, opens, missed }
  }
  const met = run ? meetDue(of, at, wasMissed) : undefined
  if (run && met) {
    Object.assign(run, { dueAt: met.due, lateMs: met.lateMs })
    tally.expected += 1
    tally[met.lateMs > 0 ? 'late' : 'onTime'] += 1
  }
  of.state = 'up'
  setDue(of, nextTime(of, at))
  const closes = of.openCause !== null
  of.openCause = null
  return { kind: 'success', run, counted, closes, missed }
}

/** Applies a ping to an automation, its runs and the counts of the day. */
export function judge(of: Watched, runs: Runs, signal: Signal, tally: Tally): Judged {
  const { kind, isPost } = signal
  const isEnd = kind === 'success' || kind === 'fail'
  const isBeyond = isBeyondLimit(of, signal)
  const isIgnored = (of.onlyPost && !isPost) || (of.state === 'paused' && isEnd && of.manualResume)
  if (isBeyond) {
    tally.dropped += 1
    if (isIgnored || !isEnd) return { kind: undefined, ...none }
    return { ...end(of, undefined, signal, tally), kind: undefined }
  }
  of.pingCount += 1
  if (isIgnored) return { kind: 'ignored', ...none }
  if (kind === 'log') return log(of, runs, signal, tally)
  if (isEnd) return end(of, runs, signal, tally)
  return of.state === 'paused' ? { kind: 'start', ...none } : start(of, runs, signal, tally)
}
