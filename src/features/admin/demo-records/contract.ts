import { contract } from '#contract/endpoint.ts'
import type { demoRecordsSchemas } from './schemas.ts'

export const demoRecords = contract<typeof demoRecordsSchemas>()('demoRecords', {
  show: { call: 'GET /admin/site/demo', access: 'owner' },
  remove: { call: 'POST /admin/site/demo/remove', access: 'owner', evenWhenFull: true },
})
