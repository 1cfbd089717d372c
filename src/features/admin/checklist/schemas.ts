import { z } from 'zod'
import { nothing } from '#contract/results.ts'
import { checklistSteps } from '#contract/settings/records.ts'

const ChecklistStep = z.enum(checklistSteps)
export type ChecklistStep = z.output<typeof ChecklistStep>

const Checklist = z.object({
  steps: z.array(z.object({ step: ChecklistStep, done: z.boolean(), skipped: z.boolean() })),
  ended: z.boolean().describe('Every step was done or skipped before: the list never returns'),
})

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
}
