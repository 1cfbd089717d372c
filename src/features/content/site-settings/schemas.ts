import { z } from 'zod'
import { line, Time } from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { nothing } from '#contract/results.ts'
import { defaultFields } from '#contract/settings/records.ts'
import { settingsSections, versionKinds } from '#contract/settings/sections.ts'

const Section = z.enum(settingsSections)

/** The value of `SiteSettings`, or of one of its sections. */
const Document = z.record(z.string(), z.unknown())

const Named = z.object({ id: z.string(), name: z.string() })

const SettingsProblem = z.object({
  section: Section,
  path: z.string().describe('Field below the section'),
  level: z.enum(['blocker', 'warning']),
  message: z.string(),
})

const Draft = z.object({
  value: Document.nullable().describe('Null while the section is as published'),
  revision: z.number(),
  updatedAt: Time,
  updatedBy: Named.nullable(),
})

const SavedDraft = z.object({
  section: Section,
  value: Document.describe('As published where nothing is changed'),
  revision: z.number(),
  problems: z.array(SettingsProblem),
})

const Published = z.object({
  version: z.number(),
  publishedAt: Time,
  everywhere: z.boolean().describe('Whether every running instance shows it already'),
})

const SiteVersion = z.object({
  number: z.number(),
  publishedAt: Time,
  publishedBy: Named.nullable(),
  kind: z.enum(versionKinds),
  restoredFrom: z.number().nullable(),
  sections: z.array(z.string()),
  note: z.string(),
  sha256: z.string().describe('Of the document in canonical form (RFC 8785), hexadecimal'),
})

const badNumber = 'Use the number of a version'
const positive = z.coerce
  .number<number | string>({ error: badNumber })
  .int(badNumber)
  .min(1, badNumber)
const max = 2_147_483_647

/** The number as a path parameter. */
const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, badNumber)
  .meta({ examples: ['1'] })
  .transform(Number)

/** A positive integer in a request body. */
const whole = (message: string) =>
  z.number({ error: message }).int(message).min(1, message).max(max)
const Revision = whole('Use the revision that the change is based on')
export const AnyVersion = whole('Use the number of a version')
const expectedVersion = whole('Use the number of the live version')

export const siteSettingsSchemas = {
  show: {
    summary: 'The live settings of the site, the draft of each section and its problems.',
    input: nothing,
    output: z.object({
      version: z.number(),
      publishedAt: Time,
      publishedBy: Named.nullable(),
      document: Document,
      draft: z.partialRecord(Section, Draft),
      problems: z.array(SettingsProblem).describe('Of the settings with all drafts published'),
      overridden: z
        .array(z.string())
        .describe('Fields that count for nothing: the environment sets another value'),
      demoContent: z
        .object({
          figures: z.number(),
          caseStudies: z.number(),
          pages: z.number(),
          notes: z.number(),
          fields: z.array(z.enum(defaultFields)).describe('Of the settings, as they came'),
        })
        .describe('What is shown and still of the demonstration'),
    }),
  },
  saveDraft: {
    summary: 'Saves the draft of a section, unless `revision` is an older one.',
    input: z.object({
      section: Section,
      revision: Revision,
      value: Document.describe('The section as `document` has it: all of its fields and no others'),
    }),
    output: SavedDraft,
  },
  discardDraft: {
    summary: 'Discards the draft of a section, unless `revision` is an older one.',
    input: z.object({ section: Section, revision: positive.max(max) }),
    output: SavedDraft,
  },
  publish: {
    summary: 'Publishes drafts as a new version, if nobody published or changed them meanwhile.',
    input: z.object({
      expectedVersion,
      sections: z
        .array(z.object({ section: Section, revision: Revision }))
        .min(1, 'Choose at least one section')
        .max(settingsSections.length)
        .refine(
          (chosen) => new Set(chosen.map(({ section }) => section)).size === chosen.length,
          'Name each section once',
        )
        .describe('Each section once'),
      note: line(200),
    }),
    output: Published,
  },
  versions: {
    summary: 'Published versions, newest first.',
    input: z.object({
      ...numberedPaging,
      after: positive.max(max).optional().describe('`next` of the page before'),
    }),
    output: page(SiteVersion),
  },
  version: {
    summary: 'A published version with its texts.',
    input: z.object({ number: VersionNumber }),
    output: SiteVersion.extend({
      document: Document.nullable().describe('Null when this program cannot read it'),
    }),
  },
  restore: {
    summary: 'Publishes an old version, or sections of it, as a new one.',
    input: z.object({
      number: VersionNumber,
      expectedVersion,
      sections: z.array(Section).min(1, 'Choose at least one section').max(12).optional(),
      kind: z.enum(['restore', 'undo']).describe('`undo` takes back the live version'),
    }),
    output: Published,
  },
}
