import { contract } from '#contract/endpoint.ts'
import type { accountSchemas } from './schemas.ts'

export type { OwnSession } from './schemas.ts'

export const account = contract<typeof accountSchemas>()('account', {
  profile: { call: 'GET /account/profile', access: 'agent' },
  saveProfile: { call: 'PUT /account/profile', access: 'agent' },
  changePassword: { call: 'POST /auth/password', access: 'agent', allowedOnFullDisk: true },
  sessions: { call: 'GET /auth/sessions', access: 'agent' },
  endSession: { call: 'DELETE /auth/sessions/:id', access: 'agent' },
  endOtherSessions: { call: 'DELETE /auth/sessions', access: 'agent' },
})
