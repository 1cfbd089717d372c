import { and, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { brand } from '../../../brand.ts'
import type { Dependencies } from '../../../server/context.ts'
import { users } from '../../../server/database/schema.ts'
import { takeRecoveryCode } from './recovery-codes.server.ts'

type Holder = { id: string; username: string; totpSecretSealed: string | null }

/** Encrypted content; `usedStep` is the newest time step whose code was used. */
type Stored = { secret: string; usedStep: number }

/** 160 bits, the size of RFC 4226, 4. */
const secretBytes = 20

/** Binds the encrypted secret to this row and column. */
export const secretContext = (userId: string) => `users|${userId}|totp`

function totpOf(secret: string, username: string): TOTP {
  return new TOTP({ issuer: brand.name, label: username, secret: Secret.fromBase32(secret) })
}

/**
 * @returns a new secret: encrypted for the database, and in plain text and as an `otpauth://` URL
 *   for the user.
 */
export function newSecret(
  { encryption }: Dependencies,
  { id, username }: Pick<Holder, 'id' | 'username'>,
) {
  const secret = new Secret({ size: secretBytes }).base32
  const stored: Stored = { secret, usedStep: 0 }
  return {
    encrypted: encryption.encrypt(JSON.stringify(stored), secretContext(id)),
    secret,
    address: totpOf(secret, username).toString(),
  }
}

/**
 * Accepts the code of the current 30 s step or an adjacent one, if newer than any used before.
 *
 * @returns the replacement for `totpSecretSealed` with the code used; undefined when the
 *   code is wrong or old.
 */
export function withCodeUsed(
  { encryption }: Dependencies,
  user: Holder,
  digits: string,
): string | undefined {
  if (!user.totpSecretSealed) return undefined
  const stored = JSON.parse(
    encryption.decrypt(user.totpSecretSealed, secretContext(user.id)),
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

const isSixDigits = (code: string) => /^\d{6}$/.test(code)

/**
 * Accepts an app code or a recovery code, each once. The compare-and-swap of the encrypted value
 * decides when the same code is sent twice concurrently.
 */
export async function takeCode(deps: Dependencies, user: Holder, code: string): Promise<boolean> {
  const bare = code.replace(/[\s-]/g, '')
  if (!isSixDigits(bare)) return takeRecoveryCode(deps.db, user.id, code)
  const next = withCodeUsed(deps, user, bare)
  if (!next || !user.totpSecretSealed) return false
  const swapped = await deps.db
    .update(users)
    .set({ totpSecretSealed: next })
    .where(and(eq(users.id, user.id), eq(users.totpSecretSealed, user.totpSecretSealed)))
    .returning({ id: users.id })
  return swapped.length > 0
}
