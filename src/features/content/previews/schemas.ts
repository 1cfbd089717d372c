import { z } from 'zod'
import { Id, ids, Time } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'
import { AnyVersion } from '../site-settings/schemas.ts'

const Preview = z.object({
  id: z.string(),
  page: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe('The page whose draft it shows as well'),
  version: z.number().nullable().describe('The version of the settings that it shows'),
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
    summary:
      'Makes a link to the site with its unpublished changes, or to an old version, good for 7 days.',
    input: z.object({
      pageId: Id.optional().describe('A page whose draft is shown as well'),
      version: AnyVersion.optional().describe(
        'A published version of the settings, shown without drafts; takes the place of the link to a version that the same user made before',
      ),
    }),
    output: z.object({
      id: z.string(),
      url: z.string().describe('Shown this once'),
      expiresAt: Time,
    }),
  },
  remove: { summary: 'Revokes a preview link.', input: ids, output: done },
}
