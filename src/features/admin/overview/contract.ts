import { contract } from '#contract/endpoint.ts'
import type { dashboardSchemas } from './schemas.ts'

export type { Overview } from './schemas.ts'

export const dashboard = contract<typeof dashboardSchemas>()('dashboard', {
  overview: { call: 'GET /admin/overview', access: 'agent' },
})
