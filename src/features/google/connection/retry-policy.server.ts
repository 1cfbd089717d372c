import type { Clock, GoogleAccess } from '#server/security/google-access.ts'
import { GoogleProblem, isGoogleFailure, problemOf } from './problems.server.ts'
import type { GoogleService } from './scopes.ts'

/** Monotonic, so that it is unaffected when the time of day is set. */
const machineClock: Clock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

export const clockOf = ({ clock }: GoogleAccess): Clock => clock ?? machineClock

export function paceOf({ pace }: GoogleAccess) {
  return pace ?? { callMs: 9_000, backoffMs: 500 }
}

const maxAttempts = 4

/** Number of consecutive failures at Google that open a circuit. */
const openAfter = 5

/** How long a circuit stays open. `Retry-After` is respected between these limits. */
const minOpenMs = 30_000
const maxOpenMs = 300_000

/** A circuit breaker. Only failures of Google itself count (server error, no response, quota). */
type Circuit = { failures: number; openUntil: number; isTrying: boolean; last?: GoogleProblem }
type CircuitName = GoogleService | 'token' | 'freebusy'

const circuits = new WeakMap<GoogleAccess, Partial<Record<CircuitName, Circuit>>>()

function circuitOf(access: GoogleAccess, name: CircuitName): Circuit {
  const ofAccess = circuits.get(access) ?? {}
  circuits.set(access, ofAccess)
  ofAccess[name] ??= { failures: 0, openUntil: 0, isTrying: false }
  return ofAccess[name]
}

/** @throws GoogleProblem immediately while the circuit is open. */
function enter(circuit: Circuit, clock: Clock): void {
  if (circuit.failures < openAfter) return
  const left = circuit.openUntil - clock.now()
  if (left > 0 || circuit.isTrying) {
    const seconds = Math.max(1, Math.ceil(left / 1000))
    throw new GoogleProblem(circuit.last?.kind ?? 'unavailable', 'circuit_open', seconds)
  }
  circuit.isTrying = true
}

function countFailure(circuit: Circuit, clock: Clock, problem: GoogleProblem): void {
  circuit.failures++
  circuit.last = problem
  const asked = (problem.retryAfter ?? 0) * 1000
  circuit.openUntil = clock.now() + Math.min(Math.max(minOpenMs, asked), maxOpenMs)
}

export type RetryPolicy = {
  circuit: CircuitName
  /** Maximum number of attempts. */
  tries?: number | undefined
  /** Set if the call must not be repeated when its response was lost. */
  once?: boolean
  /** Milliseconds for all attempts together; 20,000 by default. */
  timeoutMs?: number
}

/** Retries after the pause that Google requests, or with exponential backoff and jitter. */
export async function withRetries<T>(
  access: GoogleAccess,
  { circuit: name, tries = maxAttempts, once, timeoutMs = 20_000 }: RetryPolicy,
  ask: () => Promise<T>,
): Promise<T> {
  const clock = clockOf(access)
  const { callMs, backoffMs } = paceOf(access)
  const circuit = circuitOf(access, name)
  const startedAt = clock.now()
  for (let attempt = 1; ; attempt++) {
    enter(circuit, clock)
    try {
      const answer = await ask()
      circuit.failures = 0
      return answer
    } catch (error) {
      const problem = problemOf(error)
      if (!(problem instanceof GoogleProblem)) throw problem
      if (isGoogleFailure(problem)) countFailure(circuit, clock, problem)
      else circuit.failures = 0
      const { kind, retryAfter } = problem
      // Rate-limited calls had no effect and may be retried. Calls without a response may have had
      // one.
      const isRetryable = isGoogleFailure(problem) && (kind === 'rate_limited' || !once)
      const pause = retryAfter
        ? retryAfter * 1000
        : backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random())
      const isLate = clock.now() - startedAt + pause + callMs > timeoutMs
      const isOpen = circuit.failures >= openAfter
      if (!isRetryable || attempt >= tries || isLate || isOpen) throw problem
      await clock.wait(pause)
    } finally {
      circuit.isTrying = false
    }
  }
}
