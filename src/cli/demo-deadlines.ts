import { randomUUIDv7 } from 'node:crypto'
import type { SiteSettings } from '#contract/settings/document.ts'
import { thresholdsOf } from '#features/inbox/deadlines/deadlines.server.ts'
import type * as tables from '#server/database/schema.ts'

type Lead = (typeof tables.inquiries)['$inferInsert']
type Deadline = (typeof tables.replyDeadlines)['$inferInsert']
type DeadlineEvent = (typeof tables.replyDeadlineEvents)['$inferInsert']

/** Every sixth reply was a call. Thresholds that have passed count as notified. */
export function makeDeadlines(
  settings: SiteSettings,
  leads: readonly Lead[],
  now: Date,
  agentId: string | null,
) {
  const events: DeadlineEvent[] = []
  const deadlines = leads.map((lead, at): Deadline => {
    const id = randomUUIDv7()
    const openedAt = lead.createdAt ?? now
    const times = thresholdsOf(settings, 'inquiry', openedAt)
    const notified = (threshold: Date | null) => (threshold && threshold <= now ? now : null)
    const metAt = lead.firstContactedAt ?? null
    const how = at % 6 === 5 ? ('phone' as const) : null
    const evidence = how ? 'stated' : 'mail'
    events.push({ deadlineId: id, at: openedAt, type: 'opened', details: { dueAt: times.dueAt } })
    if (metAt) {
      const met = { type: 'met', actorId: agentId, details: { evidence, how } } as const
      events.push({ deadlineId: id, at: metAt, ...met })
    }
    return {
      id,
      inquiryId: lead.id,
      openedAt,
      ...times,
      kind: lead.consultationData ? 'consultation' : 'inquiry',
      unassignedNotifiedAt: notified(times.unassignedAt),
      dueSoonNotifiedAt: notified(times.dueSoonAt),
      overdueNotifiedAt: notified(times.dueAt),
      ...(metAt && { metAt, evidence, how, metBy: agentId, assigneeId: agentId }),
    }
  })
  return { deadlines, events }
}
