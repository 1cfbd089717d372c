import { z } from 'zod'
import { nothing } from '#contract/results.ts'

const Count = z.int().nonnegative()

export const Overview = z.object({
  clients: z.object({ total: Count, addedThisWeek: Count }),
  services: z.object({ total: Count, active: Count }),
  inquiries: z.object({ total: Count, waiting: Count, quarantined: Count }),
  consultations: z.object({ total: Count, waiting: Count }),
  caseStudies: z.object({ total: Count, featured: Count }),
  leadsAreMailed: z.boolean().describe('Whether staff get a mail for each new lead'),
})
export type Overview = z.output<typeof Overview>

export const dashboardSchemas = {
  overview: {
    summary: 'Counts for the dashboard, without quarantined messages.',
    input: nothing,
    output: Overview,
  },
}
