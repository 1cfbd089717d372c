import { z } from 'zod'
import { aFile, contract, nothing } from '../../../contract/endpoint.ts'
import { ids, Time } from '../../../contract/fields.ts'

/** Of a file to import, in bytes; larger exports offer themselves without the pictures of notes. */
export const mostBytes = 52_428_800

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

/** Export and import of the public content. */
export const siteTransfer = contract('siteTransfer', {
  export: {
    call: 'GET /admin/site/export',
    access: 'admin',
    summary: 'Settings, pages, services, case studies and pictures as one JSON file.',
    stream: 'download',
    input: z.object({
      notePictures: z
        .enum(['true', 'false'], { error: 'Use true or false' })
        .optional()
        .describe('True if absent; needs to be false where the file would exceed 50 MB'),
    }),
    output: aFile,
  },
  import: {
    call: 'POST /admin/site/import',
    access: 'owner',
    summary:
      'Imports an exported file, the body itself. `check` changes nothing, `draft` fills drafts of settings and pages, `publish` puts all of it live.',
    stream: 'upload',
    bodyType: 'application/json',
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
    call: 'GET /admin/site/exports',
    access: 'admin',
    summary: 'How large an export would be, and exports made before an import, newest first.',
    input: nothing,
    output: z.object({
      fileSize: z.number().describe('In bytes'),
      withoutNotePictures: z.number().describe('In bytes'),
      items: z.array(KeptExport).describe('Kept for 30 days'),
    }),
  },
  exportFile: {
    call: 'GET /admin/site/exports/:id',
    access: 'admin',
    summary: 'The file of an export made before an import.',
    stream: 'download',
    input: ids,
    output: aFile,
  },
})
