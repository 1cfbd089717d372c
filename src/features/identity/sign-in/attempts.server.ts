import { Failure } from '#contract/failure.ts'
import { addressKey } from '#server/http/client-address.ts'
import type { Context } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'

/** Failed logins per user and address, so that nobody elsewhere can lock a user out. */
const failures: Budget = { name: 'login-failures', points: 10, seconds: 15 * 60 }

/** Above this many failures from all addresses, logins of the user are only slowed down. */
const failuresAnywhere: Budget = { name: 'login-failures-user', points: 100, seconds: 60 * 60 }
const slowedMs = 2000

/** Wrong codes after the correct password, per user: attackers may use many addresses. */
const wrongCodes: Budget = { name: 'login-codes', points: 30, seconds: 60 * 60 }

const tooMany = 'Too many failed logins. Please wait and try again.'

/**
 * Counts as failed from the start, so that concurrent attempts cannot pass before the first fails.
 *
 * @throws Failure `too_many_requests`
 */
export async function openAttempt({ limits, requester, log }: Context, username: string) {
  const name = username.toLowerCase()
  const pair = `${name} ${addressKey(requester.address)}`
  const { allowed, retryAfter } = await limits.take(failures, pair)
  if (!allowed) {
    log.warn({ event: 'login_throttled' })
    throw new Failure('too_many_requests', tooMany, { retryAfter })
  }
  const everywhere = await limits.look(failuresAnywhere, name)
  if (!everywhere.allowed) await new Promise((resolve) => setTimeout(resolve, slowedMs))

  return {
    failed: () => limits.take(failuresAnywhere, name),
    /** Correct password, but no code yet. */
    unfinished: () => limits.giveBack(failures, pair),
    admitCode: () => takeOrRefuse(limits, wrongCodes, name, tooMany),
    async succeeded() {
      await limits.forget(failures, pair)
      await limits.forget(wrongCodes, name)
    },
  }
}
