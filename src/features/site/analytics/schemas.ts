import { z } from 'zod'
import { nothing } from '#contract/results.ts'

/** Public ids of the analytics accounts. Both are null if none is configured. */
export const AnalyticsSettings = z.object({
  gtmId: z.string().nullable(),
  measurementId: z.string().nullable(),
})
export type AnalyticsSettings = z.output<typeof AnalyticsSettings>

export const analyticsSchemas = {
  settings: {
    summary: 'Ids of the analytics accounts; null when not configured.',
    input: nothing,
    output: AnalyticsSettings,
  },
}
