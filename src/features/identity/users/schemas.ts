import { z } from 'zod'
import { roles } from '#contract/endpoint.ts'
import { emailOrBlank, Id, ids, required, Time } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'
import { accountSchemas, Profile } from '../account/schemas.ts'

/**
 * `invited` means that no password has been chosen yet; `expired`, that none was chosen in time.
 */
const userStates = ['active', 'invited', 'expired', 'deactivated'] as const

export const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  role: z.enum(roles),
  active: z.boolean(),
  state: z.enum(userStates),
  secondFactor: z.boolean(),
  /** The expiry of a pending invitation. */
  invitedUntil: Time.nullable(),
  /** The last request of any open session. */
  lastSeenAt: Time.nullable(),
  createdAt: Time,
})
export type User = z.output<typeof User>

const Role = z.enum(roles, { error: 'Choose a role' })

export const Invitation = z.object({
  username: required(60, 'Username is required').regex(
    /^[A-Za-z0-9][A-Za-z0-9._@-]*$/,
    'Use letters, digits, dots, dashes and underscores',
  ),
  email: emailOrBlank('Enter a valid email address').nullish(),
  role: Role,
})

/** `link` is returned only to its creator, since only the hash of its token is stored. */
const Invited = z.object({
  user: User,
  link: z.string(),
  validUntil: Time,
  /** The address to which the link was mailed; null without a mail server or an address. */
  mailedTo: z.string().nullable(),
})
export type Invited = z.output<typeof Invited>

export const usersSchemas = {
  list: { summary: 'All users, by name.', input: nothing, output: z.array(User) },
  invite: {
    summary: 'Creates a user and a one-time link to choose a password, valid for seven days.',
    input: Invitation,
    output: Invited,
  },
  update: {
    summary: 'Changes the role or (de)activates a user; ends their sessions.',
    input: z.object({ id: Id, role: Role.optional(), active: z.boolean().optional() }),
    output: User,
  },
  profile: { summary: 'The profile of a user.', input: ids, output: Profile },
  saveProfile: {
    summary: 'Changes or clears the profile of a user; what is absent stays.',
    input: accountSchemas.saveProfile.input.extend({ id: Id }),
    output: Profile,
  },
  renewLink: {
    summary: 'Creates a one-time link to choose a password; earlier ones are void.',
    input: ids,
    output: Invited,
  },
  cancelInvitation: {
    summary: 'Withdraws an invitation and removes its user.',
    input: ids,
    output: done,
  },
  resetSecondFactor: {
    summary: 'Turns a user’s second factor off and ends their sessions.',
    input: ids,
    output: User,
  },
}
