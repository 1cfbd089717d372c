import { z } from 'zod'
import { contract, done, nothing, roles } from '../../contract/endpoint.ts'

/** The signed-in user, as far as their own browser needs to know. */
export const SessionUser = z.object({
  id: z.string(),
  username: z.string(),
  role: z.enum(roles),
})
export type SessionUser = z.output<typeof SessionUser>

const blankUsername = 'Username is required'
const blankPassword = 'Password is required'

/** Hashing takes time in proportion to length, so the length is bounded before it. */
export const longestPasswordBytes = 1024

export const Credentials = z.object({
  username: z
    .string({ error: blankUsername })
    .trim()
    .min(1, blankUsername)
    .max(200, 'Invalid credentials'),
  password: z
    .string({ error: blankPassword })
    .refine((password) => password.trim() !== '', blankPassword)
    .refine(
      (password) => new TextEncoder().encode(password).length <= longestPasswordBytes,
      'The password is too long',
    ),
})

export type Credentials = z.output<typeof Credentials>

export const auth = contract('auth', {
  me: {
    call: 'GET /auth/me',
    access: 'agent',
    summary: 'Who is signed in.',
    input: nothing,
    output: z.object({ user: SessionUser }),
  },
  login: {
    call: 'POST /auth/login',
    access: 'public',
    summary: 'Starts a session; the answer sets its cookie.',
    input: Credentials,
    output: z.object({ message: z.string(), user: SessionUser }),
  },
  logout: {
    call: 'POST /auth/logout',
    access: 'public',
    summary: 'Ends the session; without one it does nothing.',
    input: nothing,
    output: done,
  },
})
