import type { Clock, GoogleAccess } from '../../../server/security/google-access.ts'
import { GoogleProblem, isTheirs } from './problems.server.ts'
import type { GoogleService } from './scopes.ts'

export type Circuit = GoogleService | 'token'

/** Consecutive failures of Google that open a circuit. */
const openAfter = 5

/** Milliseconds a circuit stays open; `Retry-After` is respected between these limits. */
const shortestMs = 30_000
const longestMs = 300_000

/**
 * Stops calls to a failing service: after failures of Google itself (server error, no answer,
 * quota) every call is refused at once for a while; then one trial call is let through. Refusals of
 * the request itself (4xx) show that the service works.
 */
class Breaker {
  #clock: Clock
  #failures = 0
  #openUntil = 0
  #isTrying = false
  #last: GoogleProblem | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isOpen(): boolean {
    return this.#failures >= openAfter
  }

  /** @throws GoogleProblem at once while the circuit is open. */
  enter(): void {
    if (!this.isOpen) return
    const left = this.#openUntil - this.#clock.now()
    if (left > 0 || this.#isTrying) {
      const seconds = Math.max(1, Math.ceil(left / 1000))
      throw new GoogleProblem(this.#last?.kind ?? 'unavailable', 'circuit_open', seconds)
    }
    this.#isTrying = true
  }

  /** @param problem undefined when the call succeeded. */
  leave(problem?: GoogleProblem): void {
    this.#isTrying = false
    if (!problem || !isTheirs(problem)) {
      this.#failures = 0
      return
    }
    this.#failures++
    this.#last = problem
    const asked = (problem.retryAfter ?? 0) * 1000
    this.#openUntil = this.#clock.now() + Math.min(Math.max(shortestMs, asked), longestMs)
  }

  /** Ends the trial without a result: the call did not fail at Google. */
  giveBack(): void {
    this.#isTrying = false
  }
}

const breakers = new WeakMap<GoogleAccess, Map<Circuit, Breaker>>()

export function breakerOf(access: GoogleAccess, circuit: Circuit, clock: Clock): Breaker {
  const known = breakers.get(access) ?? new Map<Circuit, Breaker>()
  breakers.set(access, known)
  const breaker = known.get(circuit) ?? new Breaker(clock)
  known.set(circuit, breaker)
  return breaker
}
