import { z } from 'zod'
import { contract, done, nothing } from '../../../contract/endpoint.ts'
import { ids, Time } from '../../../contract/fields.ts'
import { givenPassword, NewPassword } from '../../../contract/passwords.ts'

export const OwnSession = z.object({
  id: z.string(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: Time,
  lastSeenAt: Time,
  /** Whether this session made the request. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

export const PasswordChange = z.object({
  currentPassword: givenPassword('Current password is required'),
  newPassword: NewPassword,
})

export const account = contract('account', {
  changePassword: {
    call: 'POST /auth/password',
    access: 'agent',
    evenWhenFull: true,
    summary: 'Changes your password and ends your other sessions.',
    input: PasswordChange,
    output: done,
  },
  sessions: {
    call: 'GET /auth/sessions',
    access: 'agent',
    summary: 'Your sessions, last used first.',
    input: nothing,
    output: z.array(OwnSession),
  },
  endSession: {
    call: 'DELETE /auth/sessions/:id',
    access: 'agent',
    summary: 'Ends one of your sessions.',
    input: ids,
    output: done,
  },
  endOtherSessions: {
    call: 'DELETE /auth/sessions',
    access: 'agent',
    summary: 'Ends all of your sessions but this one.',
    input: nothing,
    output: z.object({ ended: z.number() }),
  },
})
