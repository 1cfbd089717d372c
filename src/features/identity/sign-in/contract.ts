import { contract } from '#contract/endpoint.ts'
import type { authSchemas } from './schemas.ts'

export type { Credentials, SessionUser } from './schemas.ts'

export const auth = contract<typeof authSchemas>()('auth', {
  me: { call: 'GET /auth/me', access: 'agent' },
  login: { call: 'POST /auth/login', access: 'public', allowedOnFullDisk: true },
  logout: { call: 'POST /auth/logout', access: 'public', allowedOnFullDisk: true },
})
