import { type ComponentType, createContext } from 'react'

/** Components of later domains on the screens of this one. `admin/slots.tsx` fills them. */
export type AutomationSlots = {
  /** A button with the chosen client's name, which opens a search. */
  ClientField?: ComponentType<{
    id?: string
    /** Null if no client is chosen. */
    value: string | null
    /** Shown without a client. */
    placeholder: string
    onChange: (clientId: string | null) => void
    /** Whether the choice can be taken back. */
    clearable?: boolean
  }>
}

export const AutomationSlotsContext = createContext<AutomationSlots>({})
