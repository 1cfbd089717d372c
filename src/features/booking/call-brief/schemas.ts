import { z } from 'zod'
import { ids, Time } from '#contract/fields.ts'
import { Call } from '../agenda/schemas.ts'

const Brief = z.object({
  booking: Call,
  words: z.array(z.object({ label: z.string(), text: z.string() })).describe('As they wrote them'),
  pages: z
    .array(z.object({ path: z.string(), at: Time, from: z.enum(['request', 'chat', 'call']) }))
    .describe('Pages they wrote from, oldest first'),
  before: z
    .array(
      z.object({
        kind: z.enum(['request', 'chat', 'call', 'client', 'project']),
        at: Time,
        text: z.string(),
        href: z.string().describe('Path in the back-office'),
      }),
    )
    .describe('Of the same address, newest first, at most 20'),
  ask: z.array(z.string()).describe('Questions that their answers leave open'),
})

export type Brief = z.output<typeof Brief>

export const callBriefsSchemas = {
  show: {
    summary: 'What is known for a call, on a page; the same data give the same page.',
    input: ids,
    output: Brief,
  },
}
