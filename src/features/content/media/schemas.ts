import { z } from 'zod'
import { Id } from '#contract/fields.ts'

const Picture = {
  url: z.string(),
  width: z.number(),
  height: z.number(),
}

const Pictures = z.object({
  id: z.string(),
  name: z.string().describe('Of the uploaded file; empty for an imported picture'),
  ...Picture,
  variants: z.array(z.object({ variant: z.string(), ...Picture })),
})

export const mediaSchemas = {
  upload: {
    summary:
      'Takes a PNG, JPEG or WebP picture, for logo and icon also SVG, in the multipart field `file`; what is served is made anew from it. All but portraits need the role admin.',
    input: z.object({
      purpose: z.enum(['logo', 'logo_dark', 'icon', 'portrait', 'note'], {
        error: 'Use logo, logo_dark, icon, portrait or note',
      }),
    }),
    output: Pictures,
  },
  show: {
    summary: 'A picture and what was made of it.',
    input: z.object({ id: Id }),
    output: Pictures,
  },
}
