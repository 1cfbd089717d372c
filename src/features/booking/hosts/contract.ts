import { contract } from '#contract/endpoint.ts'
import type { bookingHostsSchemas } from './schemas.ts'

export const bookingHosts = contract<typeof bookingHostsSchemas>()('hosts', {
  list: { call: 'GET /admin/hosts', access: 'agent' },
  show: { call: 'GET /admin/hosts/:userId', access: 'agent' },
  save: { call: 'PUT /admin/hosts/:userId', ifMatch: true, access: 'agent' },
  check: { call: 'POST /admin/hosts/:userId/check', access: 'agent' },
  addTimeOff: {
    call: 'POST /admin/hosts/:userId/time-off',
    once: true,
    access: 'agent',
    status: 201,
  },
  removeTimeOff: { call: 'DELETE /admin/hosts/:userId/time-off/:id', access: 'agent' },
})
