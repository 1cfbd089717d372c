import type { Series, Week } from './contract.ts'

/** A week's Monday as the viewer writes days, such as "Sep 7". */
export function dayOf({ start }: Week): string {
  const day = new Date(`${start}T00:00:00Z`)
  return new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(day)
}

/** "40 min" below an hour, then hours with one decimal below ten. */
export function durationOf(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`
  const digits = hours < 10 ? 1 : 0
  return `${hours.toLocaleString(undefined, { maximumFractionDigits: digits })} h`
}

/** Of the weeks before the current one, which is not over yet. */
export function averageOf(weeks: readonly Week[]): number {
  const past = weeks.slice(0, -1)
  if (past.length === 0) return 0
  return past.reduce((sum, { inquiries }) => sum + inquiries, 0) / past.length
}

export function inquirySentence(weeks: readonly Week[]): string {
  const average = averageOf(weeks).toLocaleString(undefined, { maximumFractionDigits: 1 })
  return `${(weeks.at(-1)?.inquiries ?? 0).toLocaleString()} this week, ${average} a week on average before`
}

/** The first reply is promised within this many hours. */
export const promisedHours = 24

export function replySentence(weeks: readonly Week[], overdue: number): string {
  const measured = weeks.filter(({ replyHours }) => replyHours !== null)
  const late = measured.filter(({ replyHours }) => (replyHours ?? 0) > promisedHours).length
  const kept =
    late === 0
      ? 'The median reply kept the 24-hour promise every week'
      : `The median reply broke the 24-hour promise in ${late} of ${measured.length} weeks`
  if (overdue === 0) return `${kept}.`
  return `${kept}. ${overdue.toLocaleString()} ${overdue === 1 ? 'waits' : 'wait'} longer than that now.`
}

export type Stage = { label: string; count: number; share: number; apart?: boolean }

/**
 * The stages of the funnel: how many requests have each status now, not how many ever reached it; a
 * status is kept without its past. `share`, 0 to 1, is of all that came: each of them was new once,
 * so the shares add up to the whole. Closed requests stand apart, for they are no step further.
 */
export function stagesOf({ funnel }: Series): Stage[] {
  const all = Object.values(funnel).reduce((sum, count) => sum + count, 0)
  const stage = (label: string, count: number) => ({
    label,
    count,
    share: all === 0 ? 0 : count / all,
  })
  return [
    stage('New', funnel.new),
    stage('Contacted', funnel.contacted),
    stage('Qualified', funnel.qualified),
    stage('Converted', funnel.converted),
    { ...stage('Closed', funnel.closed), apart: true },
  ]
}

export function percent(share: number): string {
  return share.toLocaleString(undefined, { style: 'percent' })
}

export function funnelSentence(stages: readonly Stage[]): string {
  const all = stages.reduce((sum, { count }) => sum + count, 0)
  const of = (name: string) => stages.find(({ label }) => label === name)
  const requests = `${all.toLocaleString()} ${all === 1 ? 'request' : 'requests'}`
  return `Current status of ${requests}: ${(of('New')?.count ?? 0).toLocaleString()} new, ${percent(of('Converted')?.share ?? 0)} converted`
}
