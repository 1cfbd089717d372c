import { Failure } from '../../../contract/failure.ts'
import type { Context } from '../../../server/context.ts'
import { addressKey, type Budget } from '../../../server/http/rate-limits.ts'

/** Failed logins per user and address, so that strangers elsewhere cannot lock a user out. */
const failures: Budget = { name: 'login-failures', points: 10, seconds: 15 * 60 }

/** Above this many failures from all addresses, logins of the user are only slowed down. */
const failuresAnywhere: Budget = { name: 'login-failures-user', points: 100, seconds: 60 * 60 }
const slowedMs = 2000

/** Wrong codes after the correct password, per user: attackers may use many addresses. */
const wrongCodes: Budget = { name: 'login-codes', points: 30, seconds: 60 * 60 }

function tooMany(retryAfter: number): Failure {
  return new Failure('too_many_requests', 'Too many failed logins. Please wait and try again.', {
    retryAfter,
  })
}

/**
 * Starts a sign-in attempt. It counts as failed from the start, so that concurrent attempts cannot
 * pass before the first one fails.
 *
 * @throws Failure `too_many_requests` when the limit is exceeded.
 */
export async function openAttempt({ limits, requester, log }: Context, username: string) {
  const name = username.toLowerCase()
  const pair = `${name} ${addressKey(requester.address)}`
  const taken = await limits.take(failures, pair)
  if (!taken.allowed) {
    log.warn({ event: 'login_throttled' })
    throw tooMany(taken.retryAfter)
  }
  const everywhere = await limits.look(failuresAnywhere, name)
  if (!everywhere.allowed) await new Promise((resolve) => setTimeout(resolve, slowedMs))

  return {
    async failed() {
      await limits.take(failuresAnywhere, name)
    },
    /** Correct password, but no code yet. */
    async unfinished() {
      await limits.giveBack(failures, pair)
    },
    async admitCode() {
      const codes = await limits.take(wrongCodes, name)
      if (!codes.allowed) throw tooMany(codes.retryAfter)
    },
    async succeeded() {
      await limits.forget(failures, pair)
      await limits.forget(wrongCodes, name)
    },
  }
}
