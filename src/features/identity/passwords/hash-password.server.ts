import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { Failure } from '#contract/failure.ts'

/** OWASP Password Storage Cheat Sheet: Argon2id (the library's default) with 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of the cores, so that hashing does not starve other work. */
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2))

/** A longer queue would take more than about six seconds on one core. */
const maxWaiting = 200

/**
 * Places in the queue that strangers cannot take, so that they remain for known or signed-in
 * people.
 */
const keptPlaces = 50

/** Loaded on first use, which makes the start faster. */
const argon2 = () => import('@node-rs/argon2')

const limit = pLimit(atOnce)

/** @throws Failure `unavailable` if no more than `kept` places in the queue are left. */
function queue<T>(work: () => Promise<T>, kept = 0): Promise<T> {
  if (limit.pendingCount >= maxWaiting - kept) {
    const sentence = 'Too many sign-ins at once. Please try again in a moment.'
    throw new Failure('unavailable', sentence, { retryAfter: 5 })
  }
  return limit(work)
}

/** @returns a PHC string, which includes the parameters and the salt. */
export async function hashPassword(password: string): Promise<string> {
  return queue(async () => (await argon2()).hash(password, cost))
}

let decoy: Promise<string> | undefined

type Check = {
  /** Whether the person is neither signed in nor known from this network. */
  isStranger: boolean
  /** Called once the check starts to run. */
  onStart(): void
}

/** Without a hash, a decoy is compared, so that timing does not reveal whether the user exists. */
export async function passwordMatches(
  password: string,
  passwordHash: string | undefined,
  { isStranger, onStart }: Check = { isStranger: false, onStart() {} },
): Promise<boolean> {
  const { hash, verify } = await argon2()
  decoy ??= hash('nobody has this password', cost)
  const against = passwordHash ?? (await decoy)
  const compare = () => {
    onStart()
    return verify(against, password)
  }
  const matches = await queue(compare, isStranger ? keptPlaces : 0)
  return matches && passwordHash !== undefined
}
