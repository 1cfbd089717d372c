import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Failure } from '#contract/failure.ts'
import { networkKeys } from './network-keys.ts'

export type Budget = {
  /** Budgets with different names are independent; the first one of a name sets its limit. */
  name: string
  points: number
  seconds: number
}

type Use = {
  /** The number of uses, including this one. */
  count: number
  allowed: boolean
  /** In whole seconds. */
  retryAfter: number
}

export type Limits = {
  take(budget: Budget, key: string): Promise<Use>
  /** Reads the budget without using it. `allowed` says whether another use would be allowed. */
  peek(budget: Budget, key: string): Promise<Use>
  refund(budget: Budget, key: string): Promise<void>
  forget(budget: Budget, key: string): Promise<void>
}

/** Each instance counts for itself. */
export function openLimits(): Limits {
  const limiters = new Map<string, RateLimiterMemory>()

  function limiterFor(budget: Budget) {
    const existing = limiters.get(budget.name)
    if (existing) return existing
    const made = new RateLimiterMemory({ points: budget.points, duration: budget.seconds })
    limiters.set(budget.name, made)
    return made
  }

  function usedFrom(budget: Budget, result: RateLimiterRes | null, next: number): Use {
    const count = result?.consumedPoints ?? 0
    return {
      count,
      allowed: count + next <= budget.points,
      retryAfter: Math.max(1, Math.ceil((result?.msBeforeNext ?? 0) / 1000)),
    }
  }

  return {
    async take(budget, key) {
      try {
        return usedFrom(budget, await limiterFor(budget).consume(key), 0)
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return usedFrom(budget, refused, 0)
        throw refused
      }
    },
    async peek(budget, key) {
      return usedFrom(budget, await limiterFor(budget).get(key), 1)
    },
    async refund(budget, key) {
      await limiterFor(budget).reward(key)
    },
    async forget(budget, key) {
      await limiterFor(budget).delete(key)
    },
  }
}

/** @throws Failure `too_many_requests` when the budget is used up. */
export async function takeOrRefuse(
  limits: Limits,
  budget: Budget,
  key: string,
  sentence: string,
): Promise<void> {
  const { allowed, retryAfter } = await limits.take(budget, key)
  if (!allowed) throw new Failure('too_many_requests', sentence, { retryAfter })
}

/**
 * The budgets of the IP networks of a client, the narrowest first (/32 or /64), each with twice the
 * points of the one before.
 */
const networkBudgets = ({ name, points, seconds }: Budget, address: string) =>
  networkKeys(address).map((key, at) => ({
    key,
    budget: { name: `${name}-${at}`, points: points * 2 ** at, seconds },
  }))

/**
 * Counts a use for each network of an address. After a refusal the narrower ones have counted it.
 *
 * @throws Failure `too_many_requests` when one of their budgets is used up.
 */
export async function takeForNetworks(
  limits: Limits,
  budget: Budget,
  address: string,
  sentence: string,
): Promise<void> {
  for (const network of networkBudgets(budget, address)) {
    await takeOrRefuse(limits, network.budget, network.key, sentence)
  }
}

export async function refundNetworks(
  limits: Limits,
  budget: Budget,
  address: string,
): Promise<void> {
  for (const network of networkBudgets(budget, address)) {
    await limits.refund(network.budget, network.key)
  }
}
