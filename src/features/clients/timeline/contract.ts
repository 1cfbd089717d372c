import { contract } from '#contract/endpoint.ts'
import type { timelineSchemas } from './schemas.ts'

export type { TimelineEntry } from './schemas.ts'

export const timeline = contract<typeof timelineSchemas>()('timeline', {
  show: { call: 'GET /admin/clients/:id/timeline', access: 'agent' },
})
