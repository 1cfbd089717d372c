import type { AutomationState, RunOutcome } from '#contract/vocabulary.ts'
import { momentWords } from '#features/inbox/screens/due-words.ts'
import type { Incident } from '../incidents/contract.ts'
import type { Automation, AutomationItem } from '../register/contract.ts'

export const stateWords: Record<AutomationState, string> = {
  down: 'Down',
  late: 'Late',
  unobserved: 'Not observed',
  new: 'New',
  up: 'Up',
  paused: 'Paused',
  retired: 'Retired',
}

export const causeWords: Record<Incident['cause'], string> = {
  missed: 'Missed',
  failed: 'Failed',
  overrun: 'Took too long',
  credential: 'Credential expires',
  review: 'Review due',
}

export const outcomeWords: Record<RunOutcome, string> = {
  running: 'Running',
  ok: 'Success',
  failed: 'Failed',
  overrun: 'Took too long',
  missed: 'Missed',
  unobserved: 'Not observed',
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : `${one}s`}`

const units = [
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

export type Unit = (typeof units)[number]['unit']

export const secondsOf = (count: number, unit: Unit): number =>
  count * (units.find((one) => one.unit === unit)?.seconds ?? 1)

/** The largest unit that gives a whole number, for example 90 minutes for 5,400 seconds. */
export function inUnits(seconds: number): { count: number; unit: Unit } {
  const found = units.find((one) => seconds % one.seconds === 0)
  const { unit, seconds: length } = found ?? { unit: 'second', seconds: 1 }
  return { count: seconds / length, unit }
}

/** For example '1 hour' or '90 minutes'. */
export function spanWords(seconds: number): string {
  const { count, unit } = inUnits(seconds)
  return counted(count, unit)
}

/** For example '2.4 s', '3 min 20 s' or '1 h 5 min'. */
export function durationWords(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  if (ms < 60_000) return `${(ms / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`
  return `${Math.floor(minutes / 60).toLocaleString()} h ${minutes % 60} min`
}

/** For example 'Every day' or '0 9 * * 1-5 (Europe/Berlin)'. */
export function scheduleWords({ kind, periodSeconds, cron, timeZone }: AutomationItem['schedule']) {
  if (kind === 'none') return 'No schedule'
  if (kind === 'cron') return `${cron} (${timeZone})`
  const { count, unit } = inUnits(periodSeconds ?? 0)
  return count === 1 ? `Every ${unit}` : `Every ${counted(count, unit)}`
}

/** The first strip of runs in a sentence: "90 runs: 84 on time, 3 late, 2 missed, 1 failed". */
export function stripWords(strip: AutomationItem['strip']): string {
  if (strip.length === 0) return 'No runs yet'
  const number = (choose: (cell: AutomationItem['strip'][number]) => boolean) =>
    strip.filter(choose).length
  const parts: [count: number, words: string][] = [
    [number(({ outcome, late }) => outcome === 'ok' && !late), 'on time'],
    [number(({ outcome, late }) => outcome === 'ok' && late), 'late'],
    [number(({ outcome }) => outcome === 'missed'), 'missed'],
    [number(({ outcome }) => outcome === 'failed'), 'failed'],
    [number(({ outcome }) => outcome === 'overrun'), 'too long'],
    [number(({ outcome }) => outcome === 'unobserved'), 'not observed'],
    [number(({ outcome }) => outcome === 'running'), 'running'],
  ]
  const shown = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  const human = number((cell) => cell.human)
  const decided = human > 0 ? `; a person decided in ${human}` : ''
  return `${counted(strip.length, 'run')}: ${shown.join(', ')}${decided}`
}

/** 'at 9:00 AM' if today, otherwise 'on Tue 9:00 AM' or with the date. */
function momentOf(iso: string | null, now: number): string {
  if (!iso) return 'at an unknown time'
  const at = new Date(iso)
  const isToday = at.toDateString() === new Date(now).toDateString()
  return `${isToday ? 'at' : 'on'} ${momentWords(at, now)}`
}

/** The state in a sentence, such as "Late: due 9:00 AM, alarm at 10:00 AM." */
export function stateSentence(automation: Automation, now: number): string {
  const { state, dueAt, alertAfter, lastPingAt, openIncident, running, lastStartAt } = automation
  const at = (iso: string | null) => momentOf(iso, now)
  const begun = running ? ` It is running; it began ${at(lastStartAt)}.` : ''
  switch (state) {
    case 'new':
      return `Waiting for the first ping.${begun}`
    case 'up':
      return dueAt
        ? `On time: the next success is due ${at(dueAt)}, alarm ${at(alertAfter)}.${begun}`
        : `Up: last heard from ${at(lastPingAt)}. Without a schedule only failures raise an alarm.${begun}`
    case 'late':
      return `Late: due ${at(dueAt)}, alarm ${at(alertAfter)}.${begun}`
    case 'unobserved':
      return `Not observed: we were away when it was due.${dueAt ? ` The next success is due ${at(dueAt)}.` : ''}${begun}`
    case 'paused':
      return pauseSentence(automation, at)
    case 'retired':
      return `Retired${automation.retiredAt ? ` ${at(automation.retiredAt)}` : ''}: its address answers no more, its history stays.`
    case 'down': {
      const cause = openIncident ? causeWords[openIncident.cause].toLowerCase() : 'no success since'
      const since = openIncident?.openedAt ?? lastPingAt
      return `Down: ${cause}${since ? ` ${at(since)}` : ''}. The next success ends it.${begun}`
    }
  }
}

function pauseSentence(
  { restoredAt, pausedUntil }: Automation,
  at: (iso: string | null) => string,
): string {
  const ends = 'Its next success or failure resumes it.'
  if (restoredAt) return `Paused by the restore ${at(restoredAt)}. ${ends}`
  return pausedUntil
    ? `Paused: it resumes ${at(pausedUntil)}, or with its next success or failure.`
    : `Paused. ${ends}`
}
