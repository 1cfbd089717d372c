import { randomUUIDv7 } from 'node:crypto'
import type * as tables from '#server/database/schema.ts'

type Lead = (typeof tables.inquiries)['$inferInsert']
type Deadline = (typeof tables.replyDeadlines)['$inferInsert']
type DeadlineEvent = (typeof tables.replyDeadlineEvents)['$inferInsert']

const hour = 3_600_000

/** Every sixth reply was a call. Thresholds that have passed count as notified. */
export function makeDeadlines(leads: readonly Lead[], now: Date, agentId: string | null) {
  const events: DeadlineEvent[] = []
  const deadlines = leads.map((lead, at): Deadline => {
    const id = randomUUIDv7()
    const openedAt = lead.createdAt ?? now
    const after = (hours: number) => new Date(openedAt.getTime() + hours * hour)
    const [unassignedAt, dueSoonAt, dueAt] = [after(6), after(18), after(24)]
    const notified = (threshold: Date) => (threshold <= now ? now : null)
    const metAt = lead.firstContactedAt ?? null
    const how = at % 6 === 5 ? ('phone' as const) : null
    const evidence = how ? 'stated' : 'mail'
    events.push({ deadlineId: id, at: openedAt, type: 'opened', details: { dueAt } })
    if (metAt) {
      const met = { type: 'met', actorId: agentId, details: { evidence, how } } as const
      events.push({ deadlineId: id, at: metAt, ...met })
    }
    return {
      ...{ id, inquiryId: lead.id, openedAt, unassignedAt, dueSoonAt, dueAt },
      kind: lead.consultationData ? 'consultation' : 'inquiry',
      unassignedNotifiedAt: notified(unassignedAt),
      dueSoonNotifiedAt: notified(dueSoonAt),
      overdueNotifiedAt: notified(dueAt),
      ...(metAt && { metAt, evidence, how, metBy: agentId, assigneeId: agentId }),
    }
  })
  return { deadlines, events }
}
