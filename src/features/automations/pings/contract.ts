import { contract } from '#contract/endpoint.ts'
import type { automationRunsSchemas } from './schemas.ts'

export type { PingItem, RunItem } from './schemas.ts'

/** The maximum number of days shown. */
export const maxDays = 400

export const automationRuns = contract<typeof automationRunsSchemas>()('automationRuns', {
  list: { call: 'GET /admin/automations/:id/runs', access: 'agent' },
  show: { call: 'GET /admin/automations/:id/runs/:runId', access: 'agent' },
  pings: { call: 'GET /admin/automations/:id/pings', access: 'agent' },
  body: { call: 'GET /admin/automations/:id/pings/:n/body', access: 'agent', stream: 'download' },
  days: { call: 'GET /admin/automations/:id/days', access: 'agent' },
})
