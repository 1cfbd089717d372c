import { z } from 'zod'
import { roles } from '#contract/endpoint.ts'
import { requiredLine } from '#contract/fields.ts'
import { enteredPassword } from '#contract/passwords.ts'
import { done, nothing } from '#contract/results.ts'
import { Code } from '../second-factor/schemas.ts'

export const SessionUser = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
  role: z.enum(roles),
})
export type SessionUser = z.output<typeof SessionUser>

const OwnProfile = SessionUser.extend({
  title: z.string().nullable(),
  portraitUrl: z.string().nullable(),
})

const blankUsername = 'Username is required'

export const Credentials = z.object({
  username: requiredLine(200, blankUsername),
  password: enteredPassword('Password is required'),
})
export type Credentials = z.output<typeof Credentials>

export const authSchemas = {
  me: { summary: 'The signed-in user.', input: nothing, output: z.object({ user: OwnProfile }) },
  login: {
    summary:
      'Starts a session; the answer sets its cookie. With a second factor the first answer asks for the code, to be sent again with name and password.',
    input: Credentials.extend({ code: Code.optional() }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('signed_in'), message: z.string(), user: SessionUser }),
      z.object({ outcome: z.literal('code_needed'), message: z.string() }),
    ]),
  },
  logout: { summary: 'Ends the session, if any.', input: nothing, output: done },
}
