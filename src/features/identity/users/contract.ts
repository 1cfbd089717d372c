import { contract } from '#contract/endpoint.ts'
import type { usersSchemas } from './schemas.ts'

export type { Invited, User } from './schemas.ts'

export const users = contract<typeof usersSchemas>()('users', {
  list: { call: 'GET /admin/users', access: 'owner' },
  invite: { call: 'POST /admin/users', once: true, access: 'owner', status: 201 },
  update: { call: 'PATCH /admin/users/:id', access: 'owner', allowedOnFullDisk: true },
  profile: { call: 'GET /admin/users/:id/profile', access: 'owner' },
  saveProfile: { call: 'PUT /admin/users/:id/profile', access: 'owner' },
  renewLink: { call: 'POST /admin/users/:id/invitation', access: 'owner', status: 201 },
  cancelInvitation: { call: 'DELETE /admin/users/:id/invitation', access: 'owner' },
  resetSecondFactor: { call: 'DELETE /admin/users/:id/second-factor', access: 'owner' },
})
