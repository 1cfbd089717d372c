import { z } from 'zod'
import { Id, Moment, Time } from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { aFile } from '#contract/results.ts'
import { nobody } from './contract.ts'

const Filters = z.object({
  who: z
    .string()
    .regex(
      /^(nobody|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      'Use the id of a user, or nobody',
    )
    .meta({ examples: [nobody] })
    .optional()
    .describe('Id of a user; `nobody` for the product and visitors'),
  action: z
    .string()
    .regex(/^[a-z_]{1,40}(\.[a-z_]{0,40})?$/, 'Use the beginning of an action, such as client.')
    .meta({ examples: ['client.'] })
    .optional()
    .describe('How the action begins'),
  subject: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'Use a kind of subject, such as client')
    .meta({ examples: ['client'] })
    .optional()
    .describe('Kind of subject'),
  client: Id.optional(),
  from: Moment.optional(),
  to: Moment.optional().describe('Exclusive'),
})

const Named = z.object({ id: z.string(), name: z.string() })

export const AuditEntry = z.object({
  id: z.string(),
  at: Time,
  who: Named.nullable().describe('Null for the product, visitors and removed users'),
  action: z.string(),
  subject: z.string().describe('Kind of subject'),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable().describe('Its present name, while it exists'),
  client: Named.nullable(),
  projectId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const auditSchemas = {
  list: {
    summary: 'List audit entries, newest first.',
    input: Filters.extend(numberedPaging),
    output: page(AuditEntry),
  },
  export: {
    summary: 'Export audit entries as CSV or NDJSON; the export is recorded.',
    input: Filters.extend({ format: z.enum(['csv', 'ndjson'], 'Use csv or ndjson') }),
    output: aFile,
  },
}
