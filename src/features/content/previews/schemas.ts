import { z } from 'zod'
import { Id, ids, Time } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'

const Preview = z.object({
  id: z.string(),
  page: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe('The page whose draft it shows as well'),
  createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: Time,
  expiresAt: Time,
})

export type Preview = z.output<typeof Preview>

export const previewsSchemas = {
  list: {
    summary: 'Open preview links, newest first. There are 20 at most.',
    input: nothing,
    output: z.object({ items: z.array(Preview), next: z.null() }),
  },
  create: {
    summary: 'Makes a link to the site with its unpublished changes, good for 7 days.',
    input: z.object({
      pageId: Id.optional().describe('A page whose draft is shown as well'),
    }),
    output: z.object({
      id: z.string(),
      url: z.string().describe('Shown this once'),
      expiresAt: Time,
    }),
  },
  remove: { summary: 'Revokes a preview link.', input: ids, output: done },
}
