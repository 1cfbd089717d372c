import { eq } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import { NewPassword } from '../../../contract/passwords.ts'
import type { SignedInContext } from '../../../server/context.ts'
import { users } from '../../../server/database/schema.ts'
import type { Budget } from '../../../server/http/rate-limits.ts'
import { passwordMatches } from './hashing.server.ts'
import { isWellKnown } from './well-known.server.ts'

/** Wrong password confirmations per user: a stolen session must not be able to guess it. */
const wrongPasswords: Budget = { name: 'password-doubts', points: 10, seconds: 15 * 60 }

/**
 * @param field form field that a refusal belongs to.
 * @throws Failure `invalid_input`
 */
export async function checkNewPassword(
  password: string,
  username: string,
  field: string,
): Promise<void> {
  const parsed = NewPassword.safeParse(password)
  const sentence = parsed.success
    ? (await isWellKnown(password, [username])) && 'This password is too easy to guess'
    : parsed.error.issues[0]?.message
  if (sentence) {
    throw new Failure('invalid_input', `${sentence}.`, { fields: { [field]: sentence } })
  }
}

/**
 * Confirms that the holder of the session knows the password.
 *
 * @param field form field that a refusal belongs to.
 * @returns the user as read.
 * @throws Failure `invalid_input` for a wrong password, `too_many_requests` after ten.
 */
export async function confirmPassword(
  { db, limits, log, user }: SignedInContext,
  password: string,
  field: string,
) {
  const asked = await limits.take(wrongPasswords, user.id)
  if (!asked.allowed) {
    throw new Failure('too_many_requests', 'Too many wrong passwords. Please wait and try again.', {
      retryAfter: asked.retryAfter,
    })
  }
  const [stored] = await db.select().from(users).where(eq(users.id, user.id))
  if (!stored || !(await passwordMatches(password, stored.passwordHash))) {
    log.warn({ event: 'password_refused', userId: user.id })
    const sentence = 'This is not your current password'
    throw new Failure('invalid_input', `${sentence}.`, { fields: { [field]: sentence } })
  }
  await limits.forget(wrongPasswords, user.id)
  return stored
}
