import { type ComponentType, createContext, use } from 'react'

/** Components of a higher domain that show a lead's calls. */
export type LeadCalls = {
  /** Shown beside the name if the lead has an upcoming call. */
  Badge?: ComponentType<{ leadId: string }>
  /** Shown among the details. */
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
