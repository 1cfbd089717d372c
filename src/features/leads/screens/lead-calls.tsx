import { type ComponentType, createContext, use } from 'react'

/** Calls of a lead, shown by a domain above this one. */
export type LeadCalls = {
  /** Beside the name, where a call is to come. */
  Badge?: ComponentType<{ leadId: string }>
  /** Among the details. */
  List?: ComponentType<{ leadId: string }>
}

const LeadCallsContext = createContext<LeadCalls>({})

export const LeadCallsProvider = LeadCallsContext.Provider

export function CallBadge({ leadId }: { leadId: string }) {
  const { Badge } = use(LeadCallsContext)
  return Badge && <Badge leadId={leadId} />
}

export function CallList({ leadId }: { leadId: string }) {
  const { List } = use(LeadCallsContext)
  return List && <List leadId={leadId} />
}
