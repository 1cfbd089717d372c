import { z } from 'zod'
import { contract, nothing } from '../../contract/endpoint.ts'

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
})
export type CaseStudy = z.output<typeof CaseStudy>

export const caseStudies = contract('caseStudies', {
  list: {
    call: 'GET /case-studies',
    access: 'public',
    summary: 'Published case studies; signed-in callers get the unpublished ones too.',
    input: nothing,
    output: z.array(CaseStudy),
  },
  featured: {
    call: 'GET /case-studies/featured',
    access: 'public',
    summary: 'Published case studies chosen for the home page.',
    input: nothing,
    output: z.array(CaseStudy),
  },
})
