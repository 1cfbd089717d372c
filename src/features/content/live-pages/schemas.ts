import { z } from 'zod'
import { Slug, Time } from '#contract/fields.ts'
import { PageKind, Tree, VersionNumber } from '../pages/schemas.ts'

const Titled = z.object({ slug: z.string(), title: z.string() })

const PublishedNote = Titled.extend({
  summary: z.string(),
  publishedAt: Time,
  changedAt: Time,
  author: z.string().describe('Display name, or the name of the firm'),
  minutes: z.number().describe('Reading time'),
  demo: z.boolean(),
})

export type PublishedNote = z.output<typeof PublishedNote>

const PublishedPage = PublishedNote.extend({
  id: z.string(),
  kind: PageKind,
  number: z.number().describe('Of its version'),
  tree: Tree,
  description: z.string().describe('For search results; empty where it is the summary'),
  keywords: z.string(),
  changedOn: z.string().describe('Calendar day in the zone of the firm'),
  earlier: z.boolean().describe('Whether it has earlier versions'),
  coming: z
    .object({ number: z.number(), on: z.string(), changeNote: z.string() })
    .nullable()
    .describe('Of legal texts: the next version'),
  others: z.array(Titled).describe('Of legal texts: all of them, in their order'),
})

export type PublishedPage = z.output<typeof PublishedPage>

const PublishedVersion = z.object({
  number: z.number(),
  changeNote: z.string(),
  on: z.string().describe('Calendar day in the zone of the firm'),
  state: z.enum(['past', 'live', 'coming']),
})

const address = z.object({ kind: PageKind, slug: Slug })

export const publishedSchemas = {
  show: {
    summary: 'A published page, or where it is now.',
    input: address,
    output: z.object({ page: PublishedPage.nullable(), movedTo: z.string().nullable() }),
  },
  versions: {
    summary: 'Versions of a legal text that were, are or will be in effect, newest first.',
    input: z.object({ slug: Slug }),
    output: z.object({ title: z.string(), items: z.array(PublishedVersion) }),
  },
  version: {
    summary: 'A version of a legal text, with the values of its day.',
    input: z.object({ slug: Slug, number: VersionNumber }),
    output: PublishedVersion.extend({ title: z.string(), summary: z.string(), tree: Tree }),
  },
  notes: {
    summary: 'Published notes, newest first.',
    input: z.object({
      after: z
        .string()
        .max(60, 'Not a cursor of this list')
        .regex(/^\d{1,15}\.[\da-f-]{36}$/, 'Not a cursor of this list')
        .meta({ examples: ['0.01a1f904-ccfd-7ae2-b26f-4793b12995ef'] })
        .optional()
        .describe('`next` of the page before'),
    }),
    output: z.object({ items: z.array(PublishedNote), next: z.string().nullable() }),
  },
  feed: {
    summary: 'The 20 newest notes with their texts.',
    input: z.object({}),
    output: z.array(PublishedNote.extend({ id: z.string(), tree: Tree })),
  },
  addresses: {
    summary: 'Addresses of services, published notes and pages, for the sitemap.',
    input: z.object({}),
    output: z.array(z.object({ path: z.string(), changedAt: Time })),
  },
}
