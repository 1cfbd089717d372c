import { z } from 'zod'
import { clearable, clearableLine, Id, ids, Time } from '#contract/fields.ts'
import { enteredPassword, NewPassword } from '#contract/passwords.ts'
import { done, nothing } from '#contract/results.ts'
import { withoutDirectionMarks } from '#contract/settings/text-fields.ts'

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
  currentPassword: enteredPassword('Current password is required'),
  newPassword: NewPassword,
})

export const DisplayName = withoutDirectionMarks(clearableLine(80))

export const ProfileChange = z.object({
  displayName: DisplayName,
  title: withoutDirectionMarks(clearableLine(80)),
  signature: clearable(500),
  portraitId: Id.nullable().optional().describe('A picture uploaded as a portrait'),
})

export const Profile = z.object({
  revision: z.number(),
  displayName: z.string().nullable(),
  title: z.string().nullable(),
  signature: z.string().nullable(),
  portraitId: z.string().nullable(),
  portraitUrl: z.string().nullable(),
})

export const accountSchemas = {
  profile: {
    summary:
      'Your name, title and portrait for colleagues and visitors, and your signature in mails.',
    input: nothing,
    output: Profile,
  },
  saveProfile: {
    summary: 'Changes your profile, unless `revision` is an older one; what is absent stays.',
    input: ProfileChange.extend({ revision: z.number().int() }),
    output: Profile,
  },
  changePassword: {
    summary: 'Changes your password and ends your other sessions.',
    input: PasswordChange,
    output: done,
  },
  sessions: {
    summary: 'Your sessions, last used first.',
    input: nothing,
    output: z.array(OwnSession),
  },
  endSession: { summary: 'Ends one of your sessions.', input: ids, output: done },
  endOtherSessions: {
    summary: 'Ends all of your sessions but this one.',
    input: nothing,
    output: z.object({ ended: z.number() }),
  },
}
