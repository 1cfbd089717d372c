import type { RunOutcome } from '#contract/vocabulary.ts'
import { nextTime } from '../register/schedule.ts'
import { type Counts, inWords } from './counts.ts'
import type { PingInput, PingOutcome, Run, Runs, Tally, Watched } from './watched.ts'

const maxPerMinute = 60
const minuteMs = 60_000
/** A run that started earlier than this gets no duration. */
const maxRunMs = 72 * 3_600_000

const none = { counted: false } as const

/** Counts a ping in the present minute. @returns whether it exceeds the limit. */
function isBeyondLimit(automation: Watched, { at, kind }: PingInput): boolean {
  // Pings may arrive out of order, so a slightly earlier one belongs to the same minute.
  if (automation.minuteAt === null || Math.abs(at - automation.minuteAt) >= minuteMs) {
    Object.assign(automation, { minuteAt: at, minuteCount: 0, minuteFailed: false })
  }
  automation.minuteCount += 1
  const isFirstFail = kind === 'fail' && !automation.minuteFailed
  if (kind === 'fail') automation.minuteFailed = true
  return automation.minuteCount > maxPerMinute && !isFirstFail
}

/**
 * Counts due times whose grace period passed while the automation was down, because the watcher
 * checks it only until then.
 */
export function countMissed(
  automation: Watched,
  until: number,
  tally: Tally,
): PingOutcome['missed'] {
  const graceMs = automation.graceSeconds * 1000
  if (
    automation.state !== 'down' ||
    automation.dueAt === null ||
    automation.dueAt + graceMs > until
  )
    return undefined
  const firstDue = automation.dueAt
  let count = 0
  let due: number | null = automation.dueAt
  if (automation.scheduleKind === 'period' && automation.periodSeconds) {
    count = Math.floor((until - graceMs - firstDue) / (automation.periodSeconds * 1000)) + 1
    due = firstDue + count * automation.periodSeconds * 1000
  } else {
    for (; due !== null && due + graceMs <= until; count += 1)
      due = nextTime(automation, due) ?? null
  }
  setDue(automation, due)
  tally.missed += count
  tally.expected += count
  return { count, firstDue }
}

/** Sets the due time and the time of the alert, which a running run may bring forward. */
export function setDue(automation: Watched, due: number | null | undefined): void {
  const graceMs = automation.graceSeconds * 1000
  automation.dueAt = due ?? null
  automation.alertAfter = automation.dueAt === null ? null : automation.dueAt + graceMs
  if (automation.lastStartAt === null || automation.state === 'down') return
  automation.alertAfter = Math.min(
    automation.alertAfter ?? Number.POSITIVE_INFINITY,
    automation.lastStartAt + graceMs,
  )
}

function addCounts(
  automation: Watched,
  run: Run,
  { counts, leftOut: unfit }: { counts: Counts; leftOut: Readonly<Record<string, string>> },
  tally: Tally,
): string[] {
  const { currency = automation.currency, note, model } = counts
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

function takeCounts(
  automation: Watched,
  run: Run,
  { read }: PingInput,
  tally: Tally,
): PingOutcome['counted'] {
  if (!read || 'none' in read) return false
  if ('problem' in read) {
    run.countsProblem = `Counts not read: ${read.problem}`
    return false
  }
  return addCounts(automation, run, read, tally)
}

const newRun = (rid: string | null) => ({
  rid,
  startedAt: null,
  finishedAt: null,
  dueAt: null,
  outcome: 'running' as RunOutcome,
  lateMs: null,
  durationMs: null,
  exitStatus: null,
  items: null,
  humanDecisions: null,
  errors: null,
  costMicros: null,
  currency: null,
  model: null,
  note: null,
  countsProblem: null,
})

function log(automation: Watched, runs: Runs, ping: PingInput, tally: Tally): PingOutcome {
  const run = ping.rid === null ? undefined : runs.find(ping.rid)
  if (!run) return { kind: 'log', ...none }
  const counted = takeCounts(automation, run, ping, tally)
  runs.changed(run)
  return { kind: 'log', run, counted }
}

function start(automation: Watched, runs: Runs, { at, rid }: PingInput, tally: Tally): PingOutcome {
  const known = rid === null ? undefined : runs.find(rid)
  if (known && known.startedAt !== null) {
    tally.repeats += 1
    return { kind: 'repeat', run: known, ...none }
  }
  if (known) {
    // The end arrived first. The start only completes the run and changes no state.
    known.startedAt = at
    runs.changed(known)
    return { kind: 'start', run: known, ...none }
  }
  const open = rid === null && automation.lastStartRid === null ? runs.running() : undefined
  const run = open ?? runs.add(newRun(rid))
  run.startedAt = at
  runs.changed(run)
  Object.assign(automation, { lastStartAt: at, lastStartRid: rid, startExtended: false })
  if (automation.state !== 'down') {
    const ends = at + automation.graceSeconds * 1000
    automation.alertAfter = Math.min(automation.alertAfter ?? Number.POSITIVE_INFINITY, ends)
  }
  return { kind: 'start', run, ...none }
}

/** Whether a success is on time or late; undefined if none was due. */
function meetDue(
  automation: Watched,
  at: number,
  wasMissed: boolean,
): { due: number; lateMs: number } | undefined {
  const { dueAt: due } = automation
  if (due === null) return undefined
  if (at > due) return { due, lateMs: at - due }
  // In a cron schedule, a due time stays due until it comes; a period starts again with each
  // success.
  if (wasMissed || nextTime(automation, at) === due) return undefined
  return { due, lateMs: 0 }
}

/** Ends the run that a success or fail belongs to. */
function endRun(automation: Watched, runs: Runs, ping: PingInput, tally: Tally): Run | 'repeat' {
  const { at, rid, kind, exitStatus } = ping
  const found =
    rid === null ? (automation.lastStartAt === null ? undefined : runs.running()) : runs.find(rid)
  const outcome = kind === 'fail' ? 'failed' : 'ok'
  const isOver = found?.outcome === 'overrun'
  if (found && (found.outcome === outcome || (isOver && found.finishedAt !== null))) return 'repeat'
  const run = found ?? runs.add(newRun(rid))
  const before = run.outcome
  const { finishedAt } = run
  Object.assign(run, { finishedAt: at, exitStatus })
  // Both times include the delay of the database, so their difference could be negative.
  const took = run.startedAt === null ? undefined : Math.max(0, at - run.startedAt)
  if (took !== undefined && took <= maxRunMs && run.rid === rid && !finishedAt) {
    run.durationMs = took
    tally.durationMs += took
    tally.durationCount += 1
  }
  if (before === 'running') takesOrNot(automation, run, ping, tally)
  if (isOver) {
    takesOrNot(automation, run, ping, tally)
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

const taken = new WeakMap<Run, PingOutcome['counted']>()

function takesOrNot(automation: Watched, run: Run, ping: PingInput, tally: Tally): void {
  taken.set(run, takeCounts(automation, run, ping, tally))
}

/**
 * Applies a success or fail. Beyond the limit per minute, `runs` is undefined and no run is
 * recorded.
 */
function end(
  automation: Watched,
  runs: Runs | undefined,
  ping: PingInput,
  tally: Tally,
): PingOutcome {
  const { at, rid, kind } = ping
  const missed = countMissed(automation, at, tally)
  const wasMissed =
    missed !== undefined ||
    (automation.state === 'down' &&
      automation.openCause !== 'failed' &&
      automation.openCause !== 'overrun')
  const run = runs ? endRun(automation, runs, ping, tally) : undefined
  if (run === 'repeat') {
    tally.repeats += 1
    return { kind: 'repeat', run: rid === null ? undefined : runs?.find(rid), ...none, missed }
  }
  automation.lastPingAt = at
  automation.restoredAt = null
  if (
    automation.lastStartAt !== null &&
    (kind === 'fail' || rid === null || rid === automation.lastStartRid)
  ) {
    Object.assign(automation, { lastStartAt: null, lastStartRid: null, startExtended: false })
  }
  const counted = run ? (taken.get(run) ?? false) : false
  if (kind === 'fail') {
    automation.state = 'down'
    setDue(automation, automation.dueAt ?? nextTime(automation, at))
    const opens = automation.openCause === null
    automation.openCause ??= 'failed'
    return { kind: 'fail', run, counted, opens, missed }
  }
  const met = run ? meetDue(automation, at, wasMissed) : undefined
  if (run && met) {
    Object.assign(run, { dueAt: met.due, lateMs: met.lateMs })
    tally.expected += 1
    tally[met.lateMs > 0 ? 'late' : 'onTime'] += 1
  }
  automation.state = 'up'
  setDue(automation, nextTime(automation, at))
  const closes = automation.openCause !== null
  automation.openCause = null
  return { kind: 'success', run, counted, closes, missed }
}

/** Applies a ping to an automation, its runs and the counts of the day. */
export function applyPing(
  automation: Watched,
  runs: Runs,
  ping: PingInput,
  tally: Tally,
): PingOutcome {
  const { kind } = ping
  const isEnd = kind === 'success' || kind === 'fail'
  if (isBeyondLimit(automation, ping)) {
    tally.dropped += 1
    if (!isEnd) return { kind: undefined, ...none }
    return { ...end(automation, undefined, ping, tally), kind: undefined }
  }
  automation.pingCount += 1
  if (kind === 'log') return log(automation, runs, ping, tally)
  if (isEnd) return end(automation, runs, ping, tally)
  return automation.state === 'paused'
    ? { kind: 'start', ...none }
    : start(automation, runs, ping, tally)
}
