import { z } from 'zod'
import { Id, Moment, Slug } from '#contract/fields.ts'
import { SiteSettings } from '#contract/settings/document.ts'
import { variableNames } from '#contract/settings/text-fields.ts'
import { NewCaseStudy } from '../case-studies/schemas.ts'
import { PageKind, pagesSchemas } from '../pages/schemas.ts'
import { NewService } from '../services/schemas.ts'

export const format = 'site-content'
export const formatVersion = 1

/** The checks are the same as in the editor, except that times are not restricted. */
const { title, summary, body } = pagesSchemas.create.input.shape

const PageVersion = z.strictObject({
  title,
  slug: Slug,
  summary,
  body: body.refine((text) => text !== '', 'Write the text first'),
  changeNote: pagesSchemas.publish.input.shape.changeNote,
  automatic: z.boolean(),
  effectiveAt: Moment,
  withdrawnAt: Moment.nullable(),
  /** Values of the variables that the text contains. */
  facts: z.partialRecord(
    z.enum(variableNames, { error: 'Not a variable' }),
    z.string().max(1_000, 'Use at most 1,000 characters'),
  ),
})
export type PageVersion = z.output<typeof PageVersion>

const Page = z.strictObject({
  id: Id,
  kind: PageKind,
  slug: Slug,
  title,
  summary,
  body,
  demo: z.boolean(),
  firstPublishedAt: Moment.nullable(),
  /** Former addresses that redirect to the page. */
  formerSlugs: z.array(Slug).max(1_000, 'Use at most 1,000 addresses'),
  /** All versions of a legal text; of other pages the live and scheduled ones. Oldest first. */
  versions: z.array(PageVersion).max(5_000, 'Use at most 5,000 versions'),
})
export type ImportedPage = z.output<typeof Page>
export type PageHead = Omit<ImportedPage, 'versions'>

/** A page is followed by its versions; `versions` is their number. */
export type PageRecord = { index: number; page: PageHead; versions: number } | PageVersion

const Service = z.strictObject(NewService.shape)
export type ImportedService = z.output<typeof Service>

const CaseStudy = z.strictObject({ ...NewCaseStudy.shape, id: Id, demo: z.boolean() })
export type ImportedCaseStudy = z.output<typeof CaseStudy>

export const transferredPurposes = ['logo', 'logo_dark', 'icon', 'note'] as const

const Media = z.strictObject({
  id: Id,
  purpose: z.enum(transferredPurposes),
  mimeType: z.enum(['image/png', 'image/webp']),
  sha256: z.string().regex(/^[\da-f]{64}$/, 'Use 64 hexadecimal digits'),
  data: z.string().min(1, 'The picture is missing'),
})

/** The bytes are in base64, as in the file. */
export type MediaEntry = z.output<typeof Media>
export type ImportedMedia = Omit<MediaEntry, 'data'> & { bytes: Uint8Array }

/** The schema of each list's items and their maximum number. */
export const lists = {
  pages: { item: Page, max: 12_000 },
  services: { item: Service, max: 500 },
  caseStudies: { item: CaseStudy, max: 500 },
  media: { item: Media, max: 5_000 },
} as const
export type ListName = keyof typeof lists

export const Settings = SiteSettings.partial()
export type Settings = z.output<typeof Settings>
