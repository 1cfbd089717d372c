import { type ComponentType, createContext } from 'react'
import type { Lead } from '../lead.ts'

/** Components of later domains on the screens of this one. `admin/slots.tsx` fills them. */
export type LeadSlots = {
  /** Shown beside the name if the lead has an upcoming call. */
  CallBadge?: ComponentType<{ leadId: string }>
  /** Shown among the details. */
  CallList?: ComponentType<{ lead: Lead }>
}

export const LeadSlotsContext = createContext<LeadSlots>({})
