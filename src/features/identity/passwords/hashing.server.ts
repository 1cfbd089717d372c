import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../../../contract/failure.ts'
import { openConcurrencyLimit } from '../../../server/http/concurrency-limit.ts'

/** OWASP Password Storage Cheat Sheet: Argon2id (the library's default) with 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of the cores, so that hashing does not starve other work. */
const places = Math.max(1, Math.floor(availableParallelism() / 2))

/** A longer queue would exceed a person's patience: about six seconds on one core. */
const longestLine = 200

const inTurn = openConcurrencyLimit(
  places,
  longestLine,
  () =>
    new Failure('unavailable', 'Too many sign-ins at once. Please try again in a moment.', {
      retryAfter: 5,
    }),
)

/** @returns a PHC string, which includes parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

let decoy: Promise<string> | undefined

/**
 * Compares a password with a hash. Without one, a decoy hash is compared, so that the timing does
 * not reveal whether the user exists.
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  decoy ??= hash('nobody has this password', cost)
  const against = passwordHash ?? (await decoy)
  const matches = await inTurn(() => verify(against, password))
  return matches && passwordHash !== undefined
}
