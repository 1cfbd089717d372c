import { contract } from '#contract/endpoint.ts'
import type { savedRepliesSchemas } from './schemas.ts'

export type { SavedReply } from './schemas.ts'

export const savedReplies = contract<typeof savedRepliesSchemas>()('savedReplies', {
  list: { call: 'GET /admin/saved-replies', access: 'agent' },
  create: { call: 'POST /admin/saved-replies', once: true, access: 'agent', status: 201 },
  update: { call: 'PUT /admin/saved-replies/:id', access: 'agent', ifMatch: true },
  remove: { call: 'DELETE /admin/saved-replies/:id', access: 'agent' },
})
