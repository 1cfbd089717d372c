import { contract } from '#contract/endpoint.ts'
import type { servicesSchemas } from './schemas.ts'

export type { NewService, Service } from './schemas.ts'

export const services = contract<typeof servicesSchemas>()('services', {
  list: { call: 'GET /services', access: 'public' },
  create: { call: 'POST /admin/services', once: true, access: 'admin', status: 201 },
  update: { call: 'PUT /admin/services/:id', access: 'admin', ifMatch: true },
  remove: { call: 'DELETE /admin/services/:id', access: 'admin' },
  reorder: { call: 'POST /admin/services/order', access: 'admin' },
})
