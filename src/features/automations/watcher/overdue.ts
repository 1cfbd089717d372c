import type { OutageReason } from '#contract/vocabulary.ts'
import { countMissed, setDue } from '../pings/ping-transitions.ts'
import type { Tally, Watched } from '../pings/watched.ts'
import { nextTime } from '../register/schedule.ts'

/** Times are Unix milliseconds. */
type Outage = { id: string; reason: OutageReason; from: number; to: number }

export type Verdict =
  | { kind: 'missed'; due: number; alertAfter: number; count: number }
  | { kind: 'overrun'; startedAt: number; alertAfter: number }
  | { kind: 'unobserved'; due: number; count: number; outage: string }
  /** A running run gets more time, because the product was away. */
  | { kind: 'extended'; outage: string }
  /** A ping arrived in the meantime. */
  | { kind: 'none' }

/**
 * The last outage that may have lost a ping expected between `start` and `end`. A stalled process
 * still receives, late, what was sent in the meantime, so a stall excuses only what was due during
 * it.
 */
function findExcuse(
  outages: readonly Outage[],
  { start, due, end }: { start: number; due: number; end: number },
): Outage | undefined {
  const all = outages.filter(({ reason, from, to }) =>
    reason === 'stalled' ? from <= due && to >= due : from <= end && to >= start,
  )
  return all.reduce<Outage | undefined>(
    (last, one) => (last && last.to > one.to ? last : one),
    undefined,
  )
}

/** Counts due times up to the end of an outage and sets the next one. */
function passGap(automation: Watched, due: number, gapEnd: number): number {
  if (automation.scheduleKind === 'period' && automation.periodSeconds) {
    const periodMs = automation.periodSeconds * 1000
    setDue(automation, gapEnd + periodMs)
    return Math.max(1, Math.floor((gapEnd - due) / periodMs) + 1)
  }
  let count = 0
  let next: number | undefined = due
  for (; next !== undefined && (count === 0 || next <= gapEnd); count += 1)
    next = nextTime(automation, next)
  setDue(automation, next)
  return count
}

/** Assesses a locked automation whose alert is due. */
export function assessOverdue(
  automation: Watched,
  now: number,
  outages: readonly Outage[],
  tally: Tally,
): Verdict {
  const graceMs = automation.graceSeconds * 1000
  const { dueAt: due, alertAfter, lastStartAt } = automation
  if (alertAfter === null || alertAfter > now) return { kind: 'none' }
  if (due !== null && due + graceMs <= now) {
    const gap = findExcuse(outages, { start: due, due, end: due + graceMs })
    if (gap) {
      automation.state = 'unobserved'
      const count = passGap(automation, due, gap.to)
      tally.unobserved += count
      return { kind: 'unobserved', due, count, outage: gap.id }
    }
    automation.state = 'down'
    const more = countMissed(automation, now, tally)
    return { kind: 'missed', due, alertAfter: due + graceMs, count: more?.count ?? 1 }
  }
  if (lastStartAt === null) {
    setDue(automation, due)
    return { kind: 'none' }
  }
  const gap = automation.startExtended
    ? undefined
    : findExcuse(outages, { start: lastStartAt, due: alertAfter, end: alertAfter })
  if (gap) {
    Object.assign(automation, { startExtended: true, state: 'unobserved' })
    const ends = gap.to + graceMs
    automation.alertAfter = due === null ? ends : Math.min(due + graceMs, ends)
    return { kind: 'extended', outage: gap.id }
  }
  automation.state = 'down'
  tally.overrun += 1
  return { kind: 'overrun', startedAt: lastStartAt, alertAfter }
}
