import { contract } from '#contract/endpoint.ts'
import type { automationsSchemas } from './schemas.ts'

export type { Automation, AutomationItem } from './schemas.ts'

export const automations = contract<typeof automationsSchemas>()('automations', {
  list: { call: 'GET /admin/automations', access: 'agent' },
  status: { call: 'GET /admin/automations/status', access: 'agent' },
  create: { call: 'POST /admin/automations', access: 'admin', once: true, status: 201 },
  resumeRestored: { call: 'POST /admin/automations/resume-restored', access: 'admin' },
  show: { call: 'GET /admin/automations/:id', access: 'agent' },
  update: { call: 'PUT /admin/automations/:id', access: 'admin' },
  remove: { call: 'DELETE /admin/automations/:id', access: 'admin', allowedOnFullDisk: true },
  pause: { call: 'POST /admin/automations/:id/pause', access: 'admin' },
  resume: { call: 'POST /admin/automations/:id/resume', access: 'admin' },
  retire: { call: 'POST /admin/automations/:id/retire', access: 'admin' },
  pingAddress: { call: 'POST /admin/automations/:id/ping-address', access: 'admin' },
  ofClient: { call: 'GET /admin/clients/:id/automations', access: 'agent' },
})
