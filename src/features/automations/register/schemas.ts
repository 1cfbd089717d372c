import { z } from 'zod'
import {
  clearable,
  clearableLine,
  Id,
  ids,
  momentSuchAs,
  requiredLine,
  Time,
  text,
  textList,
} from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { done, nothing } from '#contract/results.ts'
import { TimeZone } from '#contract/time-zone.ts'
import {
  automationStates,
  humanChecks,
  incidentCauses,
  runOutcomes,
  scheduleKinds,
} from '#contract/vocabulary.ts'

/** Seconds. The minimum is `AUTOMATION_MIN_SECONDS`, which the service checks. */
const yearSeconds = 31_536_000

const Schedule = z.object({
  kind: z.enum(scheduleKinds),
  periodSeconds: z.number().nullable(),
  cron: z.string().nullable(),
  timeZone: z.string().nullable(),
  graceSeconds: z.number(),
})

const Named = z.object({ id: z.string(), name: z.string() })

const OpenIncident = z.object({
  id: z.string(),
  cause: z.enum(incidentCauses),
  openedAt: Time,
  acknowledgedAt: Time.nullable(),
})

/** One of the latest runs; `human` means that a person decided something in it. */
const StripCell = z.object({
  outcome: z.enum(runOutcomes),
  at: Time,
  late: z.boolean(),
  human: z.boolean(),
})

const automationRow = {
  id: z.string(),
  name: z.string(),
  client: Named,
  state: z.enum(automationStates),
  running: z.boolean(),
  schedule: Schedule,
  dueAt: Time.nullable(),
  lastPingAt: Time.nullable(),
  assignee: Named.nullable(),
  openIncident: OpenIncident.nullable(),
  strip: z.array(StripCell).max(90).describe('The last 90 runs, newest last'),
}

export const AutomationItem = z.object(automationRow)
export type AutomationItem = z.output<typeof AutomationItem>

const Credential = z.object({
  name: requiredLine(80, 'Name the credential'),
  expiresOn: z.iso.date('Use a date such as 2026-11-24').meta({ examples: ['2027-03-01'] }),
})

export const Automation = z.object({
  ...automationRow,
  clientId: z.string(),
  projectId: z.string().nullable(),
  description: z.string(),
  scheduleKind: z.enum(scheduleKinds),
  periodSeconds: z.number().nullable(),
  cron: z.string().nullable(),
  timeZone: z.string().nullable(),
  graceSeconds: z.number(),
  tools: z.array(z.string()),
  personalData: z.boolean(),
  humanCheck: z.enum(humanChecks),
  assigneeId: z.string().nullable(),
  reviewOn: z.string().nullable(),
  currency: z.string(),
  credentials: z.array(z.object({ name: z.string(), expiresOn: z.string() })),
  alertAfter: Time.nullable(),
  lastStartAt: Time.nullable(),
  restoredAt: Time.nullable().describe('When a restore paused it'),
  pausedUntil: Time.nullable().describe('When a pause ends by itself'),
  retiredAt: Time.nullable(),
  hasRuns: z.boolean(),
  pingUrl: z.string().nullable().describe('For admins only'),
  oldAddressUntil: Time.nullable().describe('Until when the former address works'),
  nextTimes: z.array(Time).describe('The next five times of the schedule'),
  snippets: z
    .array(z.object({ id: z.string(), title: z.string(), language: z.string(), text: z.string() }))
    .describe('Ready to use, with the address; for admins only'),
  version: z.number(),
  createdAt: Time,
  updatedAt: Time,
})

export type Automation = z.output<typeof Automation>

const seconds = z
  .number({ error: 'Use a whole number of seconds' })
  .int('Use a whole number of seconds')
  .min(1, 'Use at least a second')
  .max(yearSeconds, 'Use at most 365 days')

const fields = {
  projectId: Id.nullable().optional(),
  description: clearable(2_000),
  scheduleKind: z.enum(scheduleKinds, { error: 'Use period, cron or none' }).optional(),
  periodSeconds: seconds
    .nullable()
    .optional()
    .meta({ examples: [86_400] }),
  cron: clearableLine(200).meta({ examples: ['0 9 * * 1-5'] }),
  timeZone: TimeZone.nullable().optional(),
  graceSeconds: seconds
    .nullable()
    .optional()
    .meta({ examples: [3_600] }),
  tools: textList(20, 80).nullable().optional(),
  personalData: z.boolean().nullable().optional(),
  humanCheck: z.enum(humanChecks, { error: 'There’s no such check' }).nullable().optional(),
  assigneeId: Id.nullable().optional(),
  reviewOn: z.iso
    .date('Use a date such as 2026-11-24')
    .nullable()
    .optional()
    .meta({ examples: ['2027-03-01'] }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Use a currency code such as USD')
    .nullable()
    .optional()
    .meta({ examples: ['USD'] }),
  credentials: z
    .array(Credential)
    .max(50, 'Use at most 50 credentials')
    .nullable()
    .optional()
    .meta({ examples: [[]] }),
}

const name = requiredLine(120, 'Name is required')

export const automationsSchemas = {
  list: {
    summary: 'Automations with their last 90 runs: down first, then late, then by name.',
    input: z.object({
      ...numberedPaging,
      search: text(100),
      state: z.enum(automationStates, { error: 'There’s no such state' }).optional(),
      clientId: Id.optional(),
      assigneeId: Id.optional(),
    }),
    output: page(AutomationItem).extend({
      counts: z.object({
        new: z.number(),
        up: z.number(),
        late: z.number(),
        down: z.number(),
        paused: z.number(),
        unobserved: z.number(),
        retired: z.number(),
      }),
    }),
  },
  status: {
    summary:
      'Automations, open incidents of runs, what a restore paused, and for owners the watchdog.',
    input: nothing,
    output: z.object({
      automations: z.number().describe('Without retired ones'),
      openIncidents: z.number(),
      restored: z.object({ at: Time, count: z.number() }).nullable(),
      watchdog: z.boolean().nullable().describe('Whether WATCHDOG_URL is set; for owners only'),
    }),
  },
  create: {
    summary: 'Registers an automation and makes its address.',
    input: z.object({ clientId: Id, name, ...fields }),
    output: Automation,
  },
  resumeRestored: {
    summary: 'Resumes all automations that a restore paused.',
    input: nothing,
    output: z.object({ resumed: z.number() }),
  },
  show: {
    summary: 'One automation with credentials and next times; for admins with its address.',
    input: ids,
    output: Automation,
  },
  update: {
    summary: 'Changes what is given; null clears. Refused when `version` is not the present one.',
    input: ids.extend({
      version: z.number({ error: 'Send the version that the change is based on' }).int(),
      name: name.optional(),
      ...fields,
    }),
    output: Automation,
  },
  remove: {
    summary: 'Deletes an automation that never ran; others are retired.',
    input: ids,
    output: done,
  },
  pause: {
    summary: 'Stops watching until the next success or fail, `until`, or until it is resumed.',
    input: ids.extend({ until: momentSuchAs('2027-03-01T09:00:00Z').nullable().optional() }),
    output: Automation,
  },
  resume: {
    summary: 'Watches again; the next success is due by the schedule from now on.',
    input: ids,
    output: Automation,
  },
  retire: {
    summary: 'Ends watching for good: its address answers 404, its history stays.',
    input: ids,
    output: Automation,
  },
  pingAddress: {
    summary: 'Makes a new address; the former one works for `overlapHours` more.',
    input: ids.extend({
      overlapHours: z
        .number()
        .int('Use whole hours')
        .min(0, 'Use 0 to 168 hours')
        .max(168, 'Use 0 to 168 hours')
        .default(24),
    }),
    output: Automation,
  },
  ofClient: {
    summary: 'Automations of a client with their last 90 runs.',
    input: ids,
    output: z.object({ items: z.array(AutomationItem) }),
  },
}
