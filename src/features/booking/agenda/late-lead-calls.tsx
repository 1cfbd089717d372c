import type { LeadCalls } from '#features/leads/screens/lead-calls.tsx'
import { late } from '#web/ui/late.tsx'

type Of = { leadId: string }

/** Badge and list of calls in the leads, loaded late. */
export const leadCalls: LeadCalls = {
  Badge: late<Of>(async () => (await import('./lead-calls.tsx')).LeadCallBadge),
  List: late<Of>(async () => (await import('./lead-calls.tsx')).LeadCallList),
}
