import type { Transaction } from '#server/database/open.ts'
import { addressKey } from '#server/http/client-address.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Context, Service } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { addDetail, disown, remind, withdraw } from './acts.server.ts'
import type { requests } from './contract.ts'
import { findLead, type Lead, readStatus } from './status.server.ts'

/** The limit per address, for reads and changes together. */
const budget: Budget = { name: 'requests', points: 30, seconds: 60 }

async function limitRate({ limits, requester }: Context): Promise<void> {
  const sentence = 'Too many requests. Please wait a minute and try again.'
  await takeOrRefuse(limits, budget, addressKey(requester.address), sentence)
}

type Input = { token: string }

/** Runs an act on the locked lead in one transaction. @returns the new status of the lead. */
async function act(
  context: Context,
  { token }: Input,
  event: string,
  change: (tx: Transaction, lead: Lead) => Promise<void>,
) {
  await limitRate(context)
  const status = await context.db.transaction(async (tx) => {
    const lead = await findLead(tx, token, true)
    await change(tx, lead)
    return readStatus(context, tx, await findLead(tx, token))
  })
  context.log.info({ event })
  context.jobs.wake()
  inboxChanged(context, 'inbox', 'leads', 'notifications')
  return status
}

export const requestsService: Service<typeof requests> = {
  async show(context, { token }) {
    await limitRate(context)
    return readStatus(context, context.db, await findLead(context.db, token))
  },

  remind: (context, input) =>
    act(context, input, 'request_reminded', (tx, lead) => remind(context, tx, lead)),

  addDetail: (context, input) =>
    act(context, input, 'request_detail_added', (tx, lead) =>
      addDetail(context, tx, lead, input.text),
    ),

  withdraw: (context, input) =>
    act(context, input, 'request_withdrawn', (tx, lead) => withdraw(context, tx, lead)),

  disown: (context, input) =>
    act(context, input, 'request_disowned', (tx, lead) => disown(tx, lead)),
}
