import type { Role } from '#contract/endpoint.ts'
import type { NotificationEvent } from '#contract/vocabulary.ts'

export type Ways = { push: boolean; mail: boolean }

const mailed: readonly NotificationEvent[] = [
  'lead.assigned',
  'mail.failed',
  'mail.bounced',
  'backup.failed',
  'automation.incident_opened',
  'automation.incident_escalated',
] as const

/** The ways for a user who has set no preference for the event. */
export function defaultWays(event: NotificationEvent, role: Role): Ways {
  const ownersMail = event === 'deadline.overdue' && role === 'owner'
  return { push: true, mail: mailed.includes(event) || ownersMail }
}
