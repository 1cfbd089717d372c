import { contract } from '#contract/endpoint.ts'
import type { meetingTypesSchemas } from './schemas.ts'

export const meetingTypes = contract<typeof meetingTypesSchemas>()('meetingTypes', {
  list: { call: 'GET /admin/meeting-types', access: 'agent' },
  create: { call: 'POST /admin/meeting-types', once: true, access: 'admin', status: 201 },
  update: { call: 'PUT /admin/meeting-types/:id', ifMatch: true, access: 'admin' },
})
