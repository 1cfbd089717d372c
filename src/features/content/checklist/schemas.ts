import { z } from 'zod'
import { nothing } from '#contract/results.ts'
import { checklistSteps, defaultFields } from '#contract/settings/records.ts'

const ChecklistStep = z.enum(checklistSteps)
export type ChecklistStep = z.output<typeof ChecklistStep>

export const Checklist = z.object({
  steps: z.array(
    z.object({
      step: ChecklistStep,
      done: z.boolean(),
      skipped: z.boolean(),
      drafted: z.boolean().describe('Done once the drafts are published'),
    }),
  ),
  demo: z
    .object({
      figures: z.number(),
      caseStudies: z.number(),
      fields: z.array(z.enum(defaultFields)).describe('Of the settings, as they came'),
      legal: z.array(z.string()).describe('Titles of legal texts that no person has published'),
    })
    .describe('What of the demonstration is left, with all drafts published'),
  ended: z
    .boolean()
    .describe('Dismissed, or every step was done or skipped before: the list never returns'),
})
export type Checklist = z.output<typeof Checklist>

export const checklistSchemas = {
  show: {
    summary: 'Steps from the demonstration to a site of your own, and which are done.',
    input: nothing,
    output: Checklist,
  },
  change: {
    summary: 'Skips a step or takes it up again, or confirms the hours.',
    input: z.object({
      step: ChecklistStep,
      skipped: z.boolean().optional(),
      confirmed: z.literal(true).optional().describe('Of the step `hours` alone'),
    }),
    output: Checklist,
  },
  dismiss: {
    summary: 'Ends the list for everybody. The site stays as it is.',
    input: nothing,
    output: Checklist,
  },
}
