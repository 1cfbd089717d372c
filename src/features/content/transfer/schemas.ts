import { z } from 'zod'
import { aFile, nothing } from '#contract/results.ts'

export const siteTransferSchemas = {
  export: {
    summary: 'A zip of settings, pages, services, case studies (`site.json`) and their pictures.',
    input: z.object({
      notePictures: z
        .enum(['true', 'false'], { error: 'Use true or false' })
        .optional()
        .describe('True if absent; needs to be false where the files would exceed 100 MB'),
    }),
    output: aFile,
  },
  exportSize: {
    summary: 'How large the files of an export would be.',
    input: nothing,
    output: z.object({
      fileSize: z.number().describe('In bytes'),
      withoutNotePictures: z.number().describe('In bytes'),
    }),
  },
}
