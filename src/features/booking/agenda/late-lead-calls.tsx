import { late } from '../../../web/ui/late.tsx'
import type { LeadCalls } from '../../leads/list/lead-calls.tsx'

type Of = { leadId: string }

/** Badge and list of calls in the leads, loaded late. */
export const leadCalls: LeadCalls = {
  Badge: late<Of>(async () => (await import('./lead-calls.tsx')).LeadCallBadge),
  List: late<Of>(async () => (await import('./lead-calls.tsx')).LeadCallList),
}
