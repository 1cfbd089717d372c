import pLimit from 'p-limit'
import { isFailure } from '#contract/failure.ts'
import { findLead } from '#features/inbox/request-status/status.server.ts'
import { addressKey } from '#server/http/client-address.ts'
import type { Context, Service } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { callFile } from '../after/call-file.server.ts'
import { limitSlots, offerSlots } from '../availability/service.server.ts'
import { meetingLink } from '../types/links.server.ts'
import { cancelMeeting, moveMeeting } from './change-booking.server.ts'
import { confirmHold } from './confirm-hold.server.ts'
import type { holds, meetings } from './contract.ts'
import { createHold, extendHold, removeHold } from './create-hold.server.ts'
import { tooMany } from './refusals.ts'
import { findByToken, latestOfRequest, showToVisitor } from './visitors-call.server.ts'

/** The limit per address for calls with a token. */
const budget: Budget = { name: 'meetings', points: 60, seconds: 60 }

const limitRate = ({ limits, requester }: Context) =>
  takeOrRefuse(limits, budget, addressKey(requester.address), tooMany)

/** Counts how often a visitor loses a slot to somebody faster. */
async function countTaken<T>({ metrics }: Context, act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (isFailure(error) && error.code === 'slot_taken') metrics.slotTaken.labels().add()
    throw error
  }
}

export function holdsService(): Service<typeof holds> {
  // More attempts would block each other on the same cells, each holding a connection.
  const limit = pLimit(4)
  return {
    create: (context, input) => countTaken(context, createHold(context, limit, input)),

    async extend(context, { token }) {
      await limitRate(context)
      return extendHold(context, token)
    },

    async remove(context, { token }) {
      await limitRate(context)
      await removeHold(context, token)
      return { success: true }
    },
  }
}

export const meetingsService: Service<typeof meetings> = {
  async create(context, input) {
    await limitRate(context)
    return countTaken(context, confirmHold(context, input))
  },

  async show(context, { token }) {
    await limitRate(context)
    return showToVisitor(context, await findByToken(context.db, token))
  },

  async invite(context, { token }) {
    await limitRate(context)
    return callFile(context, await findByToken(context.db, token))
  },

  async ofRequest(context, { token }) {
    await limitRate(context)
    const { id } = await findLead(context.db, token)
    const found = await latestOfRequest(context.db, id)
    if (!found) return { meeting: null }
    const { meetingUrl } = meetingLink(context, found.booking)
    return { meeting: { ...(await showToVisitor(context, found)), meetingUrl } }
  },

  async slots(context, { token, ...wanted }) {
    await limitSlots(context)
    const { booking, type } = await findByToken(context.db, token)
    return offerSlots(context, type, wanted, { without: booking.id })
  },

  async move(context, input) {
    await limitRate(context)
    return countTaken(context, moveMeeting(context, input))
  },

  async cancel(context, input) {
    await limitRate(context)
    return cancelMeeting(context, input)
  },
}
