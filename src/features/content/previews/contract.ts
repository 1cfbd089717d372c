import { z } from 'zod'
import { contract, done, nothing } from '../../../contract/endpoint.ts'
import { Id, ids, Time } from '../../../contract/fields.ts'

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

/** Links to unpublished changes. */
export const previews = contract('previews', {
  list: {
    call: 'GET /admin/previews',
    access: 'admin',
    summary: 'Open preview links, newest first. There are 20 at most.',
    input: nothing,
    output: z.object({ items: z.array(Preview), next: z.null() }),
  },
  create: {
    call: 'POST /admin/previews',
    access: 'admin',
    summary: 'Makes a link to the site with its unpublished changes, good for 7 days.',
    status: 201,
    input: z.object({
      pageId: Id.optional().describe('A page whose draft is shown as well'),
    }),
    output: z.object({
      id: z.string(),
      url: z.string().describe('Shown this once'),
      expiresAt: Time,
    }),
  },
  remove: {
    call: 'DELETE /admin/previews/:id',
    access: 'admin',
    evenWhenFull: true,
    summary: 'Revokes a preview link.',
    input: ids,
    output: done,
  },
})
