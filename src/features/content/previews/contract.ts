import { contract } from '#contract/endpoint.ts'
import type { previewsSchemas } from './schemas.ts'

export type { Preview } from './schemas.ts'

/** Links to unpublished changes. */
export const previews = contract<typeof previewsSchemas>()('previews', {
  list: { call: 'GET /admin/previews', access: 'admin' },
  create: { call: 'POST /admin/previews', access: 'admin', status: 201 },
  remove: { call: 'DELETE /admin/previews/:id', access: 'admin', allowedOnFullDisk: true },
})
