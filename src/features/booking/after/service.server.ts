import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { Service } from '#server/service/context.ts'
import type { pausing } from './contract.ts'
import { type Planner, resume } from './pause.server.ts'

export const pausingService = (planners: readonly Planner[]): Service<typeof pausing> => ({
  async resume(context) {
    const { db, user } = context
    const calls = await db.transaction(async (tx) => {
      const planned = await resume(context, tx, planners)
      if (planned === undefined) return undefined
      const details = { calls: planned }
      await record(tx, user, { action: 'booking.resumed', subject: 'settings', details })
      return planned
    })
    if (calls !== undefined) {
      context.jobs.wake()
      inboxChanged(context, 'agenda')
    }
    return { calls: calls ?? 0 }
  },
})
