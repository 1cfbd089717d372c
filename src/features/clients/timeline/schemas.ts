import { z } from 'zod'
import { ids, Time } from '#contract/fields.ts'

/** `audit` is visible to owners only. */
const timelineKinds = [
  'client',
  'inquiry',
  'consultation',
  'chat',
  'call',
  'project',
  'note',
  'document',
  'google',
  'automation',
  'retired',
  'incident',
  'audit',
] as const

/**
 * `subject` is the project of a note, the name of a document, the action of an audit entry, the
 * outcome of a call, or the name of an automation; otherwise it is the state. `text` is cut to
 * 300 characters; for a call it is what staff wrote down, or else the visitor’s note, for a Google set-up it is the state, for an incident the cause. `author` is a
 * staff member, for a call the host, or else the visitor. A call is listed at its start.
 */
export const TimelineEntry = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: Time,
  subject: z.string(),
  text: z.string(),
  author: z.string().nullable(),
  projectId: z.string().nullable(),
  automationId: z.string().nullable(),
  receipt: z.int().nullable().describe('Number of the receipt of this act, if it has one'),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

export const timelineSchemas = {
  show: {
    summary: 'Events of a client, newest first, 20 at a time.',
    input: ids.extend({
      before: z
        .string()
        .max(100)
        .regex(/^\d{1,15}\|.+$/, 'Not a cursor of the timeline')
        .optional()
        .describe('`next` of the answer before'),
    }),
    output: z.object({ entries: z.array(TimelineEntry), next: z.string().nullable() }),
  },
}
