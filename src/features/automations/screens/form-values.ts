import { z } from 'zod'
import { clearable, line, requiredLine } from '#contract/fields.ts'
import { humanChecks, scheduleKinds } from '#contract/vocabulary.ts'
import type { Automation } from '../register/contract.ts'
import { cronProblem, nextTimes, type Schedule } from '../register/schedule.ts'
import { inUnits, secondsOf } from './automation-words.ts'

export const labels = {
  name: 'Name',
  clientId: 'Client',
  description: 'What it does',
  scheduleKind: 'Schedule',
  every: 'Every',
  unit: 'Unit',
  cron: 'Cron expression',
  timeZone: 'Time zone',
  grace: 'Alarm after',
  graceUnit: 'Unit of the alarm',
  assigneeId: 'Assignee',
  reviewOn: 'Review on',
  humanCheck: 'Checked by people',
  personalData: 'It handles personal data',
  tools: 'Tools',
  credentials: 'Credentials',
}

const units = ['minute', 'hour', 'day', 'week'] as const
export type FormUnit = (typeof units)[number]

const maxSeconds = 31_536_000

const Count = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, 'Use a whole number')
  .transform(Number)
  .refine((count) => count > 0, 'Use at least 1')

const day = z.iso.date('Use a date such as 2026-11-24')

export const AutomationForm = z
  .object({
    name: requiredLine(120, 'Name is required'),
    clientId: z.string().min(1, 'Choose a client'),
    description: clearable(2_000),
    scheduleKind: z.enum(scheduleKinds),
    every: z.string(),
    unit: z.enum(units),
    cron: line(200),
    timeZone: z.string(),
    grace: Count,
    graceUnit: z.enum(units),
    assigneeId: z.string(),
    reviewOn: day.or(z.literal('')),
    humanCheck: z.enum(humanChecks),
    personalData: z.boolean(),
    tools: z.string(),
    credentials: z.array(
      z.object({ name: requiredLine(80, 'Name the credential'), expiresOn: day }),
    ),
  })
  .transform((form, context) => {
    const { every, unit, grace, graceUnit, reviewOn, assigneeId, tools, ...rest } = form
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const graceSeconds = secondsOf(grace, graceUnit)
    if (graceSeconds > maxSeconds) refuse('grace', 'Use at most 365 days')
    const count = Count.safeParse(every)
    const periodSeconds = secondsOf(count.data ?? 1, unit)
    if (rest.scheduleKind === 'period') {
      const problem = count.error?.issues[0]?.message
      if (problem) refuse('every', problem)
      else if (periodSeconds > maxSeconds) refuse('every', 'Use at most 365 days')
    }
    const problem =
      rest.scheduleKind === 'cron' && cronProblem(rest.cron, rest.timeZone, Date.now())
    if (problem) refuse('cron', problem)
    return {
      ...rest,
      periodSeconds: rest.scheduleKind === 'period' ? periodSeconds : null,
      cron: rest.scheduleKind === 'cron' ? rest.cron : null,
      timeZone: rest.scheduleKind === 'cron' ? rest.timeZone : null,
      graceSeconds,
      reviewOn: reviewOn || null,
      assigneeId: assigneeId || null,
      tools: tools.split('\n').filter((tool) => tool.trim() !== ''),
    }
  })

export type FormValues = z.input<typeof AutomationForm>

const formUnit = (seconds: number) => {
  const { count, unit } = inUnits(seconds)
  // Seconds come from the API alone; the form shows the minutes above.
  return unit === 'second'
    ? { count: Math.ceil(seconds / 60), unit: 'minute' as const }
    : { count, unit }
}

export function valuesOf(record: Automation | null | undefined, clientId = ''): FormValues {
  const period = formUnit(record?.periodSeconds ?? 86_400)
  const grace = formUnit(record?.graceSeconds ?? 3_600)
  return {
    name: record?.name ?? '',
    clientId: record?.clientId ?? clientId,
    description: record?.description ?? '',
    scheduleKind: record?.scheduleKind ?? 'period',
    every: String(period.count),
    unit: period.unit,
    cron: record?.cron ?? '0 9 * * 1-5',
    timeZone: record?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    grace: String(grace.count),
    graceUnit: grace.unit,
    assigneeId: record?.assigneeId ?? '',
    reviewOn: record?.reviewOn ?? '',
    humanCheck: record?.humanCheck ?? 'none',
    personalData: record?.personalData ?? false,
    tools: record?.tools.join('\n') ?? '',
    credentials: record?.credentials ?? [],
  }
}

const [minuteSeconds, hourSeconds, daySeconds] = [60, 3_600, 86_400]

/** A grace that fits a schedule: about a 24th of the time between two runs. */
export function usualGrace(seconds: number): { count: number; unit: FormUnit } {
  const wanted = Math.min(Math.max(seconds / 24, 5 * minuteSeconds), daySeconds)
  if (wanted < hourSeconds) return { count: Math.round(wanted / minuteSeconds), unit: 'minute' }
  if (wanted < daySeconds) return { count: Math.round(wanted / hourSeconds), unit: 'hour' }
  return { count: 1, unit: 'day' }
}

/** The schedule that the form describes; undefined while it is not complete. */
export function scheduleOf(values: FormValues): Schedule | undefined {
  const { scheduleKind, unit, cron, timeZone } = values
  const every = Count.safeParse(values.every).data
  if (scheduleKind === 'cron' && cronProblem(cron ?? '', timeZone, Date.now())) return undefined
  if (scheduleKind === 'period' && !every) return undefined
  return {
    scheduleKind,
    periodSeconds: scheduleKind === 'period' && every ? secondsOf(every, unit) : null,
    cron: cron ?? null,
    timeZone,
  }
}

/** Seconds between two runs, the shortest of the next ones; undefined without a schedule. */
export function shortestGap(schedule: Schedule): number | undefined {
  const times = nextTimes(schedule, Date.now(), 6)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return gaps.length > 0 ? Math.min(...gaps) / 1000 : undefined
}
