import { contract } from '#contract/endpoint.ts'
import type { googleSchemas } from './schemas.ts'

export const google = contract<typeof googleSchemas>()('google', {
  authUrl: { call: 'GET /google/auth/url', access: 'admin' },
  confirm: { call: 'POST /google/auth', access: 'admin' },
  status: { call: 'GET /google/status', access: 'agent' },
  disconnect: { call: 'POST /google/disconnect', access: 'admin', allowedOnFullDisk: true },
})
