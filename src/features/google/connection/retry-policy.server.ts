import type { Clock, GoogleAccess } from '../../../server/security/google-access.ts'
import { breakerOf, type Circuit } from './circuit.server.ts'
import { GoogleProblem, isTheirs, problemOf } from './problems.server.ts'

/** Monotonic: unaffected when the time of day is set. */
const machineClock: Clock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

export const clockOf = ({ clock }: GoogleAccess): Clock => clock ?? machineClock

export function paceOf({ pace }: GoogleAccess) {
  return pace ?? { callMs: 9_000, backoffMs: 500 }
}

const mostTries = 4

export type RetryPolicy = {
  circuit: Circuit
  /** Whether a call may be repeated when its answer was lost. */
  repeatable: 'repeatable' | 'once'
  /** Milliseconds for all attempts together; default 20,000. */
  longestMs?: number
}

/**
 * Calls Google up to four times within the limit, after the pause Google asks for or an exponential
 * backoff with jitter.
 *
 * @throws GoogleProblem; other errors are thrown unchanged.
 */
export async function persist<T>(
  access: GoogleAccess,
  { circuit, repeatable, longestMs = 20_000 }: RetryPolicy,
  ask: () => Promise<T>,
): Promise<T> {
  const clock = clockOf(access)
  const { callMs, backoffMs } = paceOf(access)
  const breaker = breakerOf(access, circuit, clock)
  const startedAt = clock.now()
  for (let attempt = 1; ; attempt++) {
    breaker.enter()
    try {
      const answer = await ask()
      breaker.leave()
      return answer
    } catch (error) {
      const problem = problemOf(error)
      if (!(problem instanceof GoogleProblem)) {
        breaker.giveBack()
        throw problem
      }
      breaker.leave(problem)
      const { kind, retryAfter } = problem
      // Rate-limited calls had no effect and may be retried; unanswered calls may have had one.
      const again = isTheirs(problem) && (kind === 'rate_limited' || repeatable === 'repeatable')
      const pause = retryAfter
        ? retryAfter * 1000
        : backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random())
      const isLate = clock.now() - startedAt + pause + callMs > longestMs
      if (!again || attempt >= mostTries || isLate || breaker.isOpen) throw problem
      await clock.wait(pause)
    }
  }
}
