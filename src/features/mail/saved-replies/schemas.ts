import { z } from 'zod'
import { ids, required, Time } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'

const shortcutForm = 'Use 1 to 40 lower-case letters, digits and hyphens'

export const NewReply = z.object({
  shortcut: z
    .string({ error: shortcutForm })
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/, shortcutForm),
  text: required(5_000, 'Text is required'),
})

const SavedReply = z.object({
  id: z.string(),
  shortcut: z.string(),
  text: z.string(),
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
  updatedAt: Time,
})
export type SavedReply = z.output<typeof SavedReply>

export const savedRepliesSchemas = {
  list: {
    summary: 'Prepared texts of the team, by shortcut.',
    input: nothing,
    output: z.array(SavedReply),
  },
  create: {
    summary: 'Adds a prepared text; at most 500.',
    input: NewReply,
    output: SavedReply,
  },
  update: {
    summary: 'Changes a prepared text.',
    input: ids.extend(NewReply.shape),
    output: SavedReply,
  },
  remove: { summary: 'Deletes a prepared text.', input: ids, output: done },
}
