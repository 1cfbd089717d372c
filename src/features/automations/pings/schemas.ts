import { z } from 'zod'
import { Id, ids, Time } from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { aFile } from '#contract/results.ts'
import { pingKinds, runOutcomes } from '#contract/vocabulary.ts'
import { maxDays } from './contract.ts'

const run = {
  id: z.string(),
  rid: z.string().nullable(),
  startedAt: Time.nullable(),
  finishedAt: Time.nullable(),
  dueAt: Time.nullable(),
  outcome: z.enum(runOutcomes),
  lateMs: z.number().nullable(),
  durationMs: z.number().nullable(),
  exitStatus: z.number().nullable(),
  items: z.number().nullable(),
  humanDecisions: z.number().nullable(),
  errors: z.number().nullable(),
  cost: z.string().nullable().describe('A decimal'),
  currency: z.string().nullable(),
  model: z.string().nullable(),
  note: z.string().nullable(),
  countsProblem: z.string().nullable(),
  missedCount: z.number().nullable().describe('Runs that the entry stands for'),
}

const Run = z.object(run)
export type RunItem = z.output<typeof Run>

const Ping = z.object({
  n: z.number(),
  kind: z.enum(pingKinds),
  at: Time,
  method: z.string(),
  userAgent: z.string(),
  exitStatus: z.number().nullable(),
  bodyBytes: z.number().nullable(),
})

export type PingItem = z.output<typeof Ping>

const Day = z.object({
  day: z.string(),
  zone: z.string(),
  expected: z.number(),
  onTime: z.number(),
  late: z.number(),
  missed: z.number(),
  unobserved: z.number(),
  ok: z.number(),
  failed: z.number(),
  overrun: z.number(),
  items: z.number(),
  humanDecisions: z.number(),
  errors: z.number(),
  costMicros: z.record(z.string(), z.number()),
  durationMs: z.number(),
  durationCount: z.number(),
  repeats: z.number(),
  dropped: z.number(),
  closedAt: Time.nullable(),
  receiptId: z.string().nullable(),
})

const aDay = z.iso.date('Use a date such as 2026-11-24').meta({ examples: ['2026-11-24'] })

export const automationRunsSchemas = {
  list: {
    summary: 'Runs of an automation, newest first.',
    input: ids.extend(numberedPaging),
    output: page(Run),
  },
  show: {
    summary: 'One run with its pings.',
    input: ids.extend({ runId: Id }),
    output: z.object({ ...run, pings: z.array(Ping) }),
  },
  pings: {
    summary: 'The last 100 pings of an automation, newest first.',
    input: ids,
    output: z.object({ items: z.array(Ping.extend({ runId: z.string().nullable() })) }),
  },
  body: {
    summary: 'Body of a ping, as it came, as a text file.',
    input: ids.extend({
      n: z.coerce
        .number<string | number>()
        .int()
        .min(1)
        .max(2 ** 53 - 1),
    }),
    output: aFile,
  },
  days: {
    summary: 'Counts by day of the firm, oldest first; the last 90 if `from` is absent.',
    input: ids.extend({ from: aDay.optional(), to: aDay.optional() }),
    output: z.object({ items: z.array(Day).max(maxDays) }),
  },
}
