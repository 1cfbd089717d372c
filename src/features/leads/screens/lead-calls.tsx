import { use } from 'react'
import type { Lead } from '../lead.ts'
import { LeadSlotsContext } from './slots.ts'

export function CallBadge({ leadId }: { leadId: string }) {
  const { CallBadge: Badge } = use(LeadSlotsContext)
  return Badge && <Badge leadId={leadId} />
}

export function CallList({ lead }: { lead: Lead }) {
  const { CallList: List } = use(LeadSlotsContext)
  return List && <List lead={lead} />
}
