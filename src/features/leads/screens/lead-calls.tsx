import { use } from 'react'
import { LeadSlotsContext } from './slots.ts'

export function CallBadge({ leadId }: { leadId: string }) {
  const { CallBadge: Badge } = use(LeadSlotsContext)
  return Badge && <Badge leadId={leadId} />
}

export function CallList({ leadId }: { leadId: string }) {
  const { CallList: List } = use(LeadSlotsContext)
  return List && <List leadId={leadId} />
}
