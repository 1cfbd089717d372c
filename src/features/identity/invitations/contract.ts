import { contract } from '#contract/endpoint.ts'
import type { invitationsSchemas } from './schemas.ts'

export const invitations = contract<typeof invitationsSchemas>()('invitations', {
  check: { call: 'POST /invitations/check', access: 'public' },
  accept: { call: 'POST /invitations/accept', access: 'public' },
})
