import { contract } from '#contract/endpoint.ts'
import type { analyticsSchemas } from './schemas.ts'

export type { AnalyticsSettings } from './schemas.ts'

export const analytics = contract<typeof analyticsSchemas>()('analytics', {
  settings: { call: 'GET /analytics', access: 'public' },
})
