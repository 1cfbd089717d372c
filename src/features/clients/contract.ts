import { contract } from '#contract/endpoint.ts'
import type { clientsSchemas } from './schemas.ts'

export type { Client, ClientPage, ListedClient, Project } from './schemas.ts'

const sortedColumns = ['name', 'company', 'status', 'activity', 'created'] as const
export type ClientColumn = (typeof sortedColumns)[number]
/** A minus sign reverses the order, for example to Z to A, or newest first. */
export type ClientSort = ClientColumn | `-${ClientColumn}`
export const clientSorts: ClientSort[] = sortedColumns.flatMap((column) => [
  column,
  `-${column}` as const,
])

/** Default size of a page; the maximum is 100. */
export const pageSize = 20

export const clients = contract<typeof clientsSchemas>()('clients', {
  list: { call: 'GET /admin/clients', access: 'agent' },
  create: { call: 'POST /admin/clients', once: true, access: 'admin', status: 201 },
  show: { call: 'GET /admin/clients/:id', access: 'agent' },
  changeStatuses: { call: 'PATCH /admin/clients', access: 'admin' },
  update: { call: 'PUT /admin/clients/:id', access: 'admin', ifMatch: true },
  remove: { call: 'DELETE /admin/clients/:id', access: 'admin' },
})
