import { contract } from '#contract/endpoint.ts'
import type { channelsSchemas } from './schemas.ts'

export const channels = contract<typeof channelsSchemas>()('channels', {
  list: { call: 'GET /admin/channels', access: 'admin' },
  create: { call: 'POST /admin/channels', access: 'admin', status: 201, once: true },
  update: { call: 'PUT /admin/channels/:id', access: 'admin', ifMatch: true },
  remove: { call: 'DELETE /admin/channels/:id', access: 'admin' },
  test: { call: 'POST /admin/channels/:id/test', access: 'admin' },
})
