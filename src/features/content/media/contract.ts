import { contract } from '#contract/endpoint.ts'
import type { mediaSchemas } from './schemas.ts'

export const media = contract<typeof mediaSchemas>()('media', {
  upload: { call: 'POST /admin/media', access: 'agent', stream: 'upload', status: 201 },
  show: { call: 'GET /admin/media/:id', access: 'admin' },
})
