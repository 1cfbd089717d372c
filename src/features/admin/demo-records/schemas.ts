import { z } from 'zod'
import { nothing } from '#contract/results.ts'

const kinds = ['clients', 'inquiries', 'chat_sessions'] as const

const Counts = z.object({
  clients: z.number(),
  leads: z.number(),
  chats: z.number(),
  files: z.number(),
})

const Found = z.array(z.object({ id: z.string(), kind: z.enum(kinds), name: z.string() }))

const ids = z.array(z.uuid('Not a valid id')).max(1_000, 'Use at most 1,000').optional()

export const demoRecordsSchemas = {
  show: {
    summary:
      'Records of `npm run seed:demo`, those that a person has changed since, and likely ones.',
    input: nothing,
    output: Counts.extend({
      changed: Found,
      suggested: Found.describe('Other records with addresses under .example (RFC 2606)'),
    }),
  },
  remove: {
    summary: 'Removes these records and their files for good, except those to keep.',
    input: z.object({
      confirmation: z.string().max(20).describe('The word remove'),
      keep: ids,
      also: ids.describe('Of `suggested`; others are left alone'),
    }),
    output: Counts.describe('What was removed'),
  },
}
