import { contract } from '#contract/endpoint.ts'
import type { requestsSchemas } from './schemas.ts'

export const requests = contract<typeof requestsSchemas>()('requests', {
  show: { call: 'GET /requests/:token', access: 'public' },
  remind: { call: 'POST /requests/:token/remind', access: 'public' },
  addDetail: { call: 'POST /requests/:token/details', once: true, access: 'public', status: 201 },
  withdraw: { call: 'POST /requests/:token/withdraw', allowedOnFullDisk: true, access: 'public' },
  disown: { call: 'POST /requests/:token/not-me', allowedOnFullDisk: true, access: 'public' },
})
