import { z } from 'zod'
import { Color, InkHue } from '#contract/settings/document.ts'

const Theme = z.enum(['light', 'dark'])
const Tokens = z.record(z.string(), z.string())

export const colorsSchemas = {
  derive: {
    summary:
      'The colors of both themes that four chosen ones lead to, what contrast changed and what is still too weak; stores nothing.',
    input: z.object({ primary: Color, machine: Color, human: Color, inkHue: InkHue }),
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
