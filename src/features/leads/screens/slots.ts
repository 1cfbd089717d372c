import { type ComponentType, createContext } from 'react'

/** Components of later domains on the screens of this one. `admin/slots.tsx` fills them. */
export type LeadSlots = {
  /** Shown beside the name if the lead has an upcoming call. */
  CallBadge?: ComponentType<{ leadId: string }>
  /** Shown among the details. */
  CallList?: ComponentType<{ leadId: string }>
}

export const LeadSlotsContext = createContext<LeadSlots>({})
