import type { Clock, GoogleAccess } from '../../../server/security/google-access.ts'
import { GoogleProblem, isTheirs } from './problems.server.ts'
import type { GoogleService } from './scopes.ts'

/** What Google may fail at by itself while the rest of it works. */
export type Circuit = GoogleService | 'token'

/** So many failures of Google in a row open a circuit. */
const openAfter = 5

/** Milliseconds that an open circuit keeps Google from being asked; longer when Google says so. */
const shortestMs = 30_000
const longestMs = 300_000

/**
 * Keeps from asking a service that does not work: after failures of Google itself (an error of
 * theirs, no answer, a quota) every call is refused at once for a while; then one is let through as
 * a trial. Refusals of what was asked (4xx) say that the service works.
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

  /** @param problem what came of the call; undefined when it was answered. */
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

  /** The call never came to Google. */
  giveBack(): void {
    this.#isTrying = false
  }
}

const breakers = new WeakMap<GoogleAccess, Map<Circuit, Breaker>>()

/** The breaker of a circuit, one per process. */
export function breakerOf(access: GoogleAccess, circuit: Circuit, clock: Clock): Breaker {
  const known = breakers.get(access) ?? new Map<Circuit, Breaker>()
  breakers.set(access, known)
  const breaker = known.get(circuit) ?? new Breaker(clock)
  known.set(circuit, breaker)
  return breaker
}
