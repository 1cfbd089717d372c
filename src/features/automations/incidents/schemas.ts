import { z } from 'zod'
import { Id, ids, Time, text } from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { incidentCauses, incidentClasses } from '#contract/vocabulary.ts'

const Named = z.object({ id: z.string(), name: z.string() })

export const Incident = z.object({
  id: z.string(),
  automation: Named,
  client: Named,
  cause: z.enum(incidentCauses),
  class: z.enum(incidentClasses),
  openedAt: Time,
  deadlineAt: Time.nullable(),
  acknowledgedAt: Time.nullable(),
  acknowledgedBy: Named.nullable(),
  note: z.string(),
  closedAt: Time.nullable(),
  closedBy: Named.nullable().describe('Null when it ended by itself'),
  flapping: z.boolean(),
})

export type Incident = z.output<typeof Incident>

export const incidentsSchemas = {
  list: {
    summary: 'Incidents, newest first; with `open` only those that are, or are not.',
    input: z.object({
      ...numberedPaging,
      open: z
        .union([z.boolean(), z.enum(['true', 'false'])], { error: 'Use true or false' })
        .optional()
        .transform((value) => (value === undefined ? undefined : String(value) === 'true')),
      clientId: Id.optional(),
      automationId: Id.optional(),
    }),
    output: page(Incident),
  },
  acknowledge: {
    summary: 'Takes an incident: owners are not told any more.',
    input: ids.extend({ note: text(1_000) }),
    output: Incident,
  },
  close: {
    summary: 'Ends an incident that does not end by itself.',
    input: ids.extend({ note: text(1_000) }),
    output: Incident,
  },
}
