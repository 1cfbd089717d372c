import type { LeadCalls } from '#features/leads/screens/lead-calls.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

type Of = { leadId: string }

/** The badge and the list of calls in the leads, lazily loaded. */
export const leadCalls: LeadCalls = {
  Badge: lazyComponent<Of>(async () => (await import('./lead-calls.tsx')).LeadCallBadge),
  List: lazyComponent<Of>(async () => (await import('./lead-calls.tsx')).LeadCallList),
}
