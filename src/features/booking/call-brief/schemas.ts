import { z } from 'zod'
import { ids, Time } from '#contract/fields.ts'
import { Call } from '../agenda/schemas.ts'

const Fit = z.object({
  lines: z.array(
    z.object({
      rule: z.string(),
      answer: z.string(),
      points: z.number().nullable().describe('Null where the answer is unknown'),
      of: z.number(),
    }),
  ),
  points: z.number(),
  of: z.number().describe('The most that known answers could have'),
  verdict: z.string(),
})

const Brief = z.object({
  booking: Call,
  words: z.array(z.object({ label: z.string(), text: z.string() })).describe('As they wrote them'),
  fit: Fit,
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
  caseStudy: z
    .object({ id: z.string(), title: z.string(), shared: z.array(z.string()) })
    .nullable()
    .describe('The published one that shares most words'),
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
