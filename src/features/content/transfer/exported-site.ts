import { z } from 'zod'
import { Id, Moment, Slug } from '#contract/fields.ts'
import { variableNames } from '#contract/settings/text-fields.ts'
import { NewCaseStudy } from '../case-studies/schemas.ts'
import { PageKind, pagesSchemas } from '../pages/schemas.ts'
import { NewService } from '../services/schemas.ts'

export const format = 'site-content'

/** Version 1 was one JSON file with the pictures in base64. */
export const formatVersion = 2

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
export type ExportedPage = z.output<typeof Page>

const CaseStudy = z.strictObject({ ...NewCaseStudy.shape, id: Id, demo: z.boolean() })

export const exportedPurposes = ['logo', 'logo_dark', 'icon', 'note'] as const

const Media = z.strictObject({
  id: Id,
  purpose: z.enum(exportedPurposes),
  mimeType: z.enum(['image/png', 'image/webp']),
  sha256: z.string().regex(/^[\da-f]{64}$/, 'Use 64 hexadecimal digits'),
})

/** Where the zip has a picture. */
export const pathOfPicture = ({ id, mimeType }: { id: string; mimeType: string }) =>
  `pictures/${id}.${mimeType.slice('image/'.length)}`

/** Items that identify the same record could not both be stored. */
function list<T extends z.ZodType>(item: T, max: number, keysOf: (value: z.output<T>) => string[]) {
  return z
    .array(item)
    .max(max, `Use at most ${max.toLocaleString('en-US')}`)
    .superRefine((values, context) => {
      const seen = new Set<string>()
      for (const [index, value] of values.entries()) {
        const keys = keysOf(value)
        if (keys.some((key) => seen.has(key))) {
          context.addIssue({
            code: 'custom',
            path: [index],
            message: 'Another item has the same id or address',
          })
        }
        for (const key of keys) seen.add(key)
      }
    })
}

/** The content of `site.json` in an export. */
export const ExportedSite = z.strictObject({
  format: z.literal(format, { error: `Use ${format}` }),
  formatVersion: z.literal(formatVersion, { error: 'Update this program to read this file' }),
  exportedAt: Moment,
  schemaVersion: z.int(),
  /** Checked by `parseSettings`, which also reads older versions. */
  settings: z.unknown(),
  pages: list(Page, 12_000, ({ id, kind, slug }) => [id, `${kind} ${slug}`]),
  services: list(z.strictObject(NewService.shape), 500, ({ slug }) => [slug]),
  caseStudies: list(CaseStudy, 500, ({ id }) => [id]),
  media: list(Media, 5_000, ({ id }) => [id]),
})
export type ExportedSite = z.output<typeof ExportedSite>
