import { contract } from '#contract/endpoint.ts'
import type { clientsSchemas } from './schemas.ts'

export type { Client, ClientPage, ListedClient } from './schemas.ts'

/** A minus sign reverses the order: Z to A, newest first. */
export const clientSorts = ['-created', 'created', 'name', '-name'] as const
export type ClientSort = (typeof clientSorts)[number]

/** Default size of a page; the maximum is 100. */
export const pageSize = 20

export const clients = contract<typeof clientsSchemas>()('clients', {
  list: { call: 'GET /admin/clients', access: 'agent' },
  create: { call: 'POST /admin/clients', once: true, access: 'admin', status: 201 },
  show: { call: 'GET /admin/clients/:id', access: 'agent' },
  update: { call: 'PUT /admin/clients/:id', access: 'admin', ifMatch: true },
  remove: { call: 'DELETE /admin/clients/:id', access: 'admin' },
})
