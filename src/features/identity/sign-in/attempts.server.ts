import { isFailure } from '#contract/failure.ts'
import { addressKey } from '#server/http/client-address.ts'
import type { Context } from '#server/service/context.ts'
import {
  type Budget,
  refundNetworks,
  takeForNetworks,
  takeOrRefuse,
} from '#server/service/rate-limits.ts'
import { openRequestSlots } from '#server/service/request-slots.ts'

/**
 * The limit of failed logins per user and address, so that nobody elsewhere can lock a user out.
 */
const failures: Budget = { name: 'login-failures', points: 10, seconds: 15 * 60 }

/**
 * The limit of failed logins per address for all names, except for people who have signed in from
 * there.
 */
const strangersFailures: Budget = { name: 'login-failures-address', points: 50, seconds: 15 * 60 }

/**
 * Above this many failures from all addresses, logins of the user are slowed down but not refused.
 */
const failuresAnywhere: Budget = { name: 'login-failures-user', points: 100, seconds: 60 * 60 }
const slowedMs = 2000

/**
 * The limit of wrong codes after a correct password, per user, since attackers may use many
 * addresses.
 */
const wrongCodes: Budget = { name: 'login-codes', points: 30, seconds: 60 * 60 }

const tooMany = 'Too many failed logins. Please wait and try again.'

/**
 * The maximum number of waiting attempts per address. Each person who has signed in from there has
 * their own.
 */
const maxWaiting = 3
const takePlace = openRequestSlots(
  maxWaiting,
  'Too many sign-ins at once. Please try again in a moment.',
  2,
)

/**
 * An attempt counts as failed from the start, so that concurrent ones cannot pass before the first
 * fails.
 *
 * @param isStranger the user has not signed in from this address before.
 * @throws Failure `too_many_requests`
 */
export async function openAttempt(
  { limits, requester, log }: Context,
  username: string,
  isStranger: boolean,
) {
  const name = username.toLowerCase()
  const address = addressKey(requester.address)
  const pair = `${name} ${address}`
  const leavePlace = takePlace(isStranger ? address : pair)
  try {
    await takeOrRefuse(limits, failures, pair, tooMany)
    if (isStranger) await takeForNetworks(limits, strangersFailures, requester.address, tooMany)
    const everywhere = await limits.peek(failuresAnywhere, name)
    if (!everywhere.allowed) await new Promise((resolve) => setTimeout(resolve, slowedMs))
  } catch (error) {
    leavePlace()
    if (isFailure(error)) log.warn({ event: 'login_throttled' })
    throw error
  }

  return {
    leavePlace,
    failed: () => limits.take(failuresAnywhere, name),
    /** The password was correct, but the code is still missing. */
    async unfinished() {
      await limits.refund(failures, pair)
      if (isStranger) await refundNetworks(limits, strangersFailures, requester.address)
    },
    admitCode: () => takeOrRefuse(limits, wrongCodes, name, tooMany),
    async succeeded() {
      await limits.forget(failures, pair)
      if (isStranger) await refundNetworks(limits, strangersFailures, requester.address)
      await limits.forget(wrongCodes, name)
    },
  }
}
