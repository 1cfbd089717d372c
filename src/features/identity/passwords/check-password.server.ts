import { eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { NewPassword } from '#contract/passwords.ts'
import { users } from '#server/database/schema.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { passwordMatches } from './hash-password.server.ts'
import { isWellKnown } from './well-known.server.ts'

/**
 * The limit of wrong confirmations per user, because a stolen session must not be able to guess the
 * password.
 */
const wrongPasswords: Budget = { name: 'password-doubts', points: 10, seconds: 15 * 60 }

/**
 * Checks the strength of a new password.
 *
 * @param names the names of the person and the firm.
 * @throws Failure `invalid_input` about the form's `field`.
 */
export async function checkNewPassword(
  password: string,
  names: readonly string[],
  field: string,
): Promise<void> {
  const parsed = NewPassword.safeParse(password)
  const sentence = parsed.success
    ? (await isWellKnown(password, names)) && 'This password is too easy to guess'
    : parsed.error.issues[0]?.message
  if (sentence) {
    throw new Failure('invalid_input', `${sentence}.`, { fields: { [field]: sentence } })
  }
}

/**
 * Checks the user's present password.
 *
 * @returns the user as read.
 * @throws Failure `invalid_input` about the form's `field`; `too_many_requests` after ten attempts.
 */
export async function confirmPassword(
  { db, limits, log, user }: SignedInContext,
  password: string,
  field: string,
) {
  const tooMany = 'Too many wrong passwords. Please wait and try again.'
  await takeOrRefuse(limits, wrongPasswords, user.id, tooMany)
  const [stored] = await db.select().from(users).where(eq(users.id, user.id))
  if (!stored || !(await passwordMatches(password, stored.passwordHash))) {
    log.warn({ event: 'password_refused', userId: user.id })
    const sentence = 'This isn’t your current password'
    throw new Failure('invalid_input', `${sentence}.`, { fields: { [field]: sentence } })
  }
  await limits.forget(wrongPasswords, user.id)
  return stored
}
