import { and, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { users } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { isAppCode } from './contract.ts'
import { takeRecoveryCode } from './recovery-codes.server.ts'

type Holder = { id: string; username: string; totpSecretEncrypted: string | null }

/** Stored encrypted; `usedStep` is the newest time step whose code was used. */
type Stored = { secret: string; usedStep: number }

/** 160 bits, as recommended by RFC 4226, section 4. */
const secretBytes = 20

/** Binds the encrypted secret to this row and column. */
export const secretContext = (userId: string) => `users|${userId}|totp`

/** `issuer` and `label` name the entry in an authenticator and do not affect the codes. */
const totpOf = (secret: string, label: string, issuer = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) })

/** @returns a new secret: `encrypted` for the database, and for the user in plain and as a URL. */
export function newSecret(
  { encryption, content }: Pick<Dependencies, 'encryption' | 'content'>,
  { id, username }: Pick<Holder, 'id' | 'username'>,
) {
  const secret = new Secret({ size: secretBytes }).base32
  const stored: Stored = { secret, usedStep: 0 }
  return {
    encrypted: encryption.encrypt(JSON.stringify(stored), secretContext(id)),
    secret,
    address: totpOf(secret, username, content.resolved().firm.name).toString(),
  }
}

/**
 * Accepts the code of the current 30 s step or an adjacent one, if it is newer than any used
 * before.
 *
 * @returns the new value of `totpSecretEncrypted`; undefined for a wrong or old code.
 */
export function withCodeUsed(
  { encryption }: Dependencies,
  user: Holder,
  digits: string,
): string | undefined {
  if (!user.totpSecretEncrypted) return undefined
  const stored = JSON.parse(
    encryption.decrypt(user.totpSecretEncrypted, secretContext(user.id)),
  ) as Stored
  const totp = totpOf(stored.secret, user.username)
  const delta = totp.validate({ token: digits, window: 1 })
  if (delta === null) return undefined
  const usedStep = totp.counter() + delta
  if (usedStep <= stored.usedStep) return undefined
  return encryption.encrypt(
    JSON.stringify({ ...stored, usedStep } satisfies Stored),
    secretContext(user.id),
  )
}

/** Accepts each code once; the compare-and-swap decides between two concurrent calls. */
export async function takeCode(deps: Dependencies, user: Holder, code: string): Promise<boolean> {
  if (!isAppCode(code)) return takeRecoveryCode(deps.db, user.id, code)
  const next = withCodeUsed(deps, user, code)
  if (!next || !user.totpSecretEncrypted) return false
  const swapped = await deps.db
    .update(users)
    .set({ totpSecretEncrypted: next })
    .where(and(eq(users.id, user.id), eq(users.totpSecretEncrypted, user.totpSecretEncrypted)))
    .returning({ id: users.id })
  return swapped.length > 0
}
