import type { Series, Week } from './contract.ts'

/** Monday of a week in the viewer's locale, for example "Sep 7". */
export function dayOf({ start }: Week): string {
  const day = new Date(`${start}T00:00:00Z`)
  return new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(day)
}

/** Returns "40 min" below an hour and hours otherwise, with one decimal below ten. */
export function durationOf(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`
  const digits = hours < 10 ? 1 : 0
  return `${hours.toLocaleString(undefined, { maximumFractionDigits: digits })} h`
}

/** Excludes the current, unfinished week. */
function averageOf(weeks: readonly Week[]): number {
  const past = weeks.slice(0, -1)
  if (past.length === 0) return 0
  return past.reduce((sum, { inquiries }) => sum + inquiries, 0) / past.length
}

/** `to` links to the records that the text counts. */
export type Part = string | { text: string; to: string }

export const plain = (sentence: readonly Part[]): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.text)).join('')

export function inquirySentence(weeks: readonly Week[]): Part[] {
  const mean = averageOf(weeks)
  const average = mean.toLocaleString(undefined, { maximumFractionDigits: mean < 10 ? 1 : 0 })
  const present = (weeks.at(-1)?.inquiries ?? 0).toLocaleString()
  return [
    { text: `${present} this week`, to: '/admin?tab=inquiries' },
    `, ${average} a week on average before`,
  ]
}

/** Whether there is anything to draw: a lead in these weeks, or a consultation request. */
export const hasData = ({ weeks, funnel }: Series): boolean =>
  weeks.some(({ inquiries }) => inquiries > 0) || Object.values(funnel).some((count) => count > 0)

/** With fewer replies in all weeks together, medians would not be significant. */
const minReplies = 5

export function isMeasured({ weeks }: Series): boolean {
  return weeks.reduce((sum, { replies }) => sum + replies, 0) >= minReplies
}

export function replySentence(weeks: readonly Week[], overdue: number): Part[] {
  const measured = weeks.filter(({ replyHours }) => replyHours !== null)
  const late = measured.filter(({ isLate }) => isLate).length
  const sentence =
    late === 0
      ? 'The median reply was on time every week'
      : `The median reply was late in ${late} of ${measured.length} weeks`
  if (overdue === 0) return [`${sentence}.`]
  const waiting = `${overdue.toLocaleString()} ${overdue === 1 ? 'is' : 'are'} overdue now`
  return [`${sentence}. `, { text: waiting, to: '/admin/inbox?view=overdue' }, '.']
}

export type Stage = { label: string; count: number; share: number; apart?: boolean }

/**
 * Stages of the funnel: requests by current status, not how many ever reached it, because past
 * statuses are not stored. `share` (0 to 1) is relative to all requests, so the shares add up to 1.
 * Closed requests are set apart because they are not a further stage.
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

export function funnelSentence(stages: readonly Stage[]): Part[] {
  const all = stages.reduce((sum, { count }) => sum + count, 0)
  const stageNamed = (name: string) => stages.find(({ label }) => label === name)
  const requests = `${all.toLocaleString()} ${all === 1 ? 'request' : 'requests'}`
  const fresh = `${(stageNamed('New')?.count ?? 0).toLocaleString()} new`
  const converted = `${percent(stageNamed('Converted')?.share ?? 0)} converted`
  const list = '/admin/consultations'
  return [
    'Current status of ',
    { text: requests, to: list },
    ': ',
    { text: fresh, to: `${list}?status=new` },
    ', ',
    { text: converted, to: `${list}?status=converted` },
  ]
}
