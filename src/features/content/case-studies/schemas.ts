import { z } from 'zod'
import { Id, ids, line, required, requiredLine, Time, textList } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'

export const CaseStudy = z.object({
  id: z.string(),
  title: z.string(),
  company: z.string(),
  industry: z.string(),
  duration: z.string(),
  tags: z.array(z.string()),
  challenge: z.string(),
  solution: z.string(),
  results: z.array(z.object({ value: z.string(), label: z.string() })),
  featured: z.boolean(),
  demo: z.boolean().describe('Fictional, of the demonstration'),
  published: z.boolean().optional().describe('Signed-in callers only'),
  updatedAt: Time.optional().describe('Signed-in callers only'),
})
export type CaseStudy = z.output<typeof CaseStudy>

const ResultFigure = z.object({
  value: requiredLine(40, 'Give each result a figure'),
  label: requiredLine(120, 'Say what each figure stands for'),
})

export const NewCaseStudy = z.object({
  title: requiredLine(160, 'Title is required'),
  company: requiredLine(120, 'Company is required'),
  industry: requiredLine(80, 'Industry is required'),
  duration: line(60),
  tags: textList(10, 40),
  challenge: required(2000, 'Challenge is required'),
  solution: required(2000, 'Solution is required'),
  results: z.array(ResultFigure).max(5, 'Use at most 5 results'),
  featured: z.boolean().default(false),
  published: z.boolean().default(true),
})
export type NewCaseStudy = z.input<typeof NewCaseStudy>

/** Absent means unchanged. A fictional case study can become real, but never the reverse. */
const CaseStudyChanges = NewCaseStudy.extend({
  duration: line(60).optional(),
  featured: z.boolean(),
  published: z.boolean(),
  demo: z.boolean().describe('`false` says that it is real'),
}).partial()

export const caseStudiesSchemas = {
  list: {
    summary: 'Published case studies; all of them when signed in.',
    input: nothing,
    output: z.array(CaseStudy),
  },
  featured: {
    summary: 'Published case studies that are featured on the home page.',
    input: nothing,
    output: z.array(CaseStudy),
  },
  create: {
    summary: 'Adds a case study, last in the order.',
    input: NewCaseStudy,
    output: CaseStudy,
  },
  update: {
    summary: 'Changes a case study; absent fields stay.',
    input: CaseStudyChanges.extend({ id: Id }),
    output: CaseStudy,
  },
  remove: { summary: 'Permanently deletes a case study.', input: ids, output: done },
  reorder: {
    summary: 'Orders the case studies; those not named follow in their current order.',
    input: z.object({ ids: z.array(Id).min(1).max(500) }),
    output: done,
  },
}
