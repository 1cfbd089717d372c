import { z } from 'zod'
import { ids, Time } from '#contract/fields.ts'
import { aFile, nothing } from '#contract/results.ts'

const Change = z.object({
  kind: z.enum(['settings', 'page', 'service', 'case_study', 'picture']),
  act: z.enum(['added', 'changed', 'removed']),
  name: z.string(),
  fields: z.array(z.string()).describe('That change'),
})
export type Change = z.output<typeof Change>

const Problem = z.object({
  path: z.string().describe('In the file'),
  level: z.enum(['blocker', 'warning']),
  message: z.string(),
})
export type Problem = z.output<typeof Problem>

const KeptExport = z.object({ id: z.string(), fileSize: z.number(), createdAt: Time })

export const siteTransferSchemas = {
  export: {
    summary: 'Settings, pages, services, case studies and pictures as one JSON file.',
    input: z.object({
      notePictures: z
        .enum(['true', 'false'], { error: 'Use true or false' })
        .optional()
        .describe('True if absent; needs to be false where the file would exceed 50 MB'),
    }),
    output: aFile,
  },
  import: {
    summary:
      'Imports an exported file, the body itself. `check` changes nothing, `draft` fills drafts of settings and pages, `publish` puts all of it live.',
    input: z.object({
      mode: z.enum(['check', 'draft', 'publish'], { error: 'Use check, draft or publish' }),
    }),
    output: z.object({
      changes: z.array(Change),
      problems: z.array(Problem).describe('The first 50'),
      version: z.number().optional().describe('Of the settings; absent where they are the same'),
    }),
  },
  exports: {
    summary: 'How large an export would be, and exports made before an import, newest first.',
    input: nothing,
    output: z.object({
      fileSize: z.number().describe('In bytes'),
      withoutNotePictures: z.number().describe('In bytes'),
      items: z.array(KeptExport).describe('Kept for 30 days'),
    }),
  },
  exportFile: {
    summary: 'The file of an export made before an import.',
    input: ids,
    output: aFile,
  },
}
