import { contract } from '#contract/endpoint.ts'
import type { chartsSchemas } from './schemas.ts'

export type { Series, Week } from './schemas.ts'

export const charts = contract<typeof chartsSchemas>()('charts', {
  series: { call: 'GET /admin/overview/series', access: 'agent' },
})
