import { z } from 'zod'
import { roles } from '#contract/endpoint.ts'
import { Time } from '#contract/fields.ts'
import { NewPassword } from '#contract/passwords.ts'
import { DisplayName } from '../account/schemas.ts'

/** 32 random bytes in base64url, sent to the API only in bodies, never in a URL. */
const Token = z.string({ error: 'This link isn’t complete' }).max(100)

export const invitationsSchemas = {
  check: {
    summary: 'The user and role of a valid link.',
    input: z.object({ token: Token }),
    output: z.object({
      username: z.string(),
      displayName: z.string().nullable(),
      role: z.enum(roles),
      /** False if an existing user was sent a new link. */
      joining: z.boolean(),
      expiresAt: Time,
    }),
  },
  accept: {
    summary:
      'Sets the password, and the display name unless absent, by a one-time link; ends all sessions of the user.',
    input: z.object({ token: Token, password: NewPassword, displayName: DisplayName }),
    output: z.object({ message: z.string(), username: z.string() }),
  },
}
