import { contract } from '#contract/endpoint.ts'
import type { incidentsSchemas } from './schemas.ts'

export type { Incident } from './schemas.ts'

export const incidents = contract<typeof incidentsSchemas>()('incidents', {
  list: { call: 'GET /admin/incidents', access: 'agent' },
  acknowledge: { call: 'POST /admin/incidents/:id/acknowledge', access: 'agent' },
  close: { call: 'POST /admin/incidents/:id/close', access: 'admin' },
})
