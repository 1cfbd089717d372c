import { z } from 'zod'
import { Id, line, Moment, requiredLine, Slug, Time } from '#contract/fields.ts'
import { maxSearchLength } from '#contract/max-search-length.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { done } from '#contract/results.ts'
import { pageKinds } from '#contract/settings/records.ts'
import { runningText, settingLine } from '#contract/settings/text-fields.ts'
import { maxTextLength, pageStates } from './contract.ts'

export const PageKind = z.enum(pageKinds)
export type PageKind = z.output<typeof PageKind>

const PageItem = z.object({
  id: z.string(),
  kind: PageKind,
  slug: z.string(),
  title: z.string(),
  state: z.enum(pageStates),
  changed: z.boolean().describe('The draft differs from what is published or scheduled'),
  demo: z.boolean(),
  byPerson: z.boolean().describe('Published by a person at least once'),
  effectiveAt: Time.nullable().describe('Of what is published, else of what is scheduled'),
  coming: Time.nullable().describe('When a version takes effect that is scheduled'),
  updatedAt: Time,
})

export type PageItem = z.output<typeof PageItem>

const Page = PageItem.extend({
  summary: z.string(),
  body: z.string(),
  revision: z.number(),
  path: z.string().describe('Public address of the draft'),
})

export type Page = z.output<typeof Page>

const Version = z.object({
  number: z.number(),
  title: z.string(),
  slug: z.string(),
  changeNote: z.string(),
  automatic: z.boolean().describe('Made by a change of the settings'),
  effectiveAt: Time,
  withdrawnAt: Time.nullable(),
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: Time,
  sha256: z.string().describe('Of texts and values in canonical form (RFC 8785), hexadecimal'),
  live: z.boolean(),
})

/** Blocks and spans as nested arrays; see `TextTree`. */
export const Tree = z.array(z.unknown()).describe('The parsed text, variables replaced')

const titleNeeded = 'Title is required'
const fields = {
  title: requiredLine(120, titleNeeded).pipe(settingLine(120)),
  summary: line(300).pipe(settingLine(300)),
  body: runningText(maxTextLength),
}

const badRevision = 'Use the revision that the change is based on'
const Revision = z
  .number({ error: badRevision })
  .int(badRevision)
  .min(1, badRevision)
  .max(2_147_483_646, badRevision)

const badNumber = 'Use the number of a version'

/** The number as a path parameter. */
export const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, badNumber)
  .meta({ examples: ['1'] })
  .transform(Number)

const cursor = z.uuid('Not a cursor of this list').optional().describe('`next` of the page before')

const based = z.object({ id: Id, revision: Revision })

export const pagesSchemas = {
  list: {
    summary: 'Legal texts, pages and notes, newest first.',
    input: z.object({
      kind: PageKind.optional(),
      state: z.enum(pageStates).optional().describe('All but the deleted if absent'),
      search: line(maxSearchLength),
      ...numberedPaging,
      after: cursor,
    }),
    output: page(PageItem),
  },
  create: {
    summary: 'Adds a draft. Without `slug` its address is made of the title.',
    input: z.object({
      kind: PageKind,
      title: fields.title,
      slug: Slug.optional(),
      summary: fields.summary,
      body: fields.body,
    }),
    output: Page,
  },
  show: { summary: 'The draft of a page.', input: z.object({ id: Id }), output: Page },
  save: {
    summary: 'Saves a draft, unless `revision` is an older one; absent fields stay.',
    input: based.extend({
      title: fields.title.optional(),
      slug: Slug.optional().describe('Of legal texts it cannot be changed'),
      summary: settingLine(300).optional(),
      body: fields.body.optional(),
      demo: z.boolean().optional().describe('`false` says that it is real'),
    }),
    output: Page,
  },
  remove: {
    summary: 'Deletes a page or note; it can be restored for 30 days.',
    input: z.object({
      id: Id,
      revision: z.coerce
        .number<number | string>({ error: badRevision })
        .int(badRevision)
        .min(1, badRevision)
        .max(2_147_483_646, badRevision),
    }),
    output: done,
  },
  restore: {
    summary: 'Restores a deleted page as it was.',
    input: z.object({ id: Id }),
    output: Page,
  },
  publish: {
    summary: 'Publishes the draft as a new version, now or later.',
    input: based.extend({
      changeNote: line(300).describe('Required for legal texts'),
      effectiveAt: Moment.nullish().describe('At most a year ahead; now if absent or past'),
    }),
    output: Version.extend({
      everywhere: z.boolean().describe('Whether every running instance shows it already'),
    }),
  },
  withdraw: {
    summary: 'Takes a page from the site, and what is scheduled of it.',
    input: based,
    output: Page,
  },
  versions: {
    summary: 'Published and scheduled versions, newest first.',
    input: z.object({
      id: Id,
      ...numberedPaging,
      after: z.coerce
        .number<number | string>({ error: badNumber })
        .int(badNumber)
        .min(1, badNumber)
        .max(2_147_483_647, badNumber)
        .optional()
        .describe('`next` of the page before'),
    }),
    output: page(Version),
  },
  version: {
    summary: 'A version with its text.',
    input: z.object({ id: Id, number: VersionNumber }),
    output: Version.extend({ summary: z.string(), body: z.string(), tree: Tree }),
  },
  restoreVersion: {
    summary: 'Puts the text of a version into the draft.',
    input: based.extend({ number: VersionNumber }),
    output: Page,
  },
  preview: {
    summary: 'A text as the site would show it; stores nothing.',
    input: z.object({ body: fields.body }),
    output: z.object({ tree: Tree, minutes: z.number().describe('Reading time') }),
  },
}
