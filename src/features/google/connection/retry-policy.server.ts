import type { Clock, GoogleAccess } from '../../../server/security/google-access.ts'
import { breakerOf, type Circuit } from './circuit.server.ts'
import { GoogleProblem, isTheirs, problemOf } from './problems.server.ts'

/** Goes on evenly when the time of day is set. */
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
  /** Whether it may be asked again when an answer was lost. */
  repeatable: 'repeatable' | 'once'
  /** Milliseconds for all tries together; 20,000 unless said. */
  longestMs?: number
}

/**
 * Asks Google, and again within reason: four tries, 20 seconds, after what Google says or a growing
 * random pause.
 *
 * @throws GoogleProblem; what is no problem of Google's is thrown as it is.
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
      // What was refused for its number was not done; what got no answer may have been.
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
