import { z } from 'zod'
import { Colour, InkHue } from '#contract/settings/document.ts'

const Theme = z.enum(['light', 'dark'])
const Tokens = z.record(z.string(), z.string())

export const coloursSchemas = {
  derive: {
    summary:
      'The colours of both themes that four chosen ones lead to, what contrast changed and what is still too weak; stores nothing.',
    input: z.object({ primary: Colour, machine: Colour, human: Colour, inkHue: InkHue }),
    output: z.object({
      light: Tokens.describe('Hexadecimal, by token'),
      dark: Tokens,
      adjusted: z.array(
        z.object({ token: z.string(), from: z.string(), to: z.string(), reason: z.string() }),
      ),
      failures: z.array(
        z.object({
          theme: Theme,
          over: z.string(),
          under: z.string(),
          ratio: z.number().describe('For `machine` and `human` their distance in OKLab'),
          minimum: z.number(),
        }),
      ),
    }),
  },
}
