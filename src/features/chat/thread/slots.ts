import { type ComponentType, createContext } from 'react'

/** Components of later domains in the console. `admin/slots.tsx` fills them. */
export type ChatSlots = {
  /** Shown beside the agent's text field. */
  Offer?: ComponentType<{
    sessionId: string
    disabled: boolean
    draft: string
    onDraft: (draft: string) => void
  }>
}

export const ChatSlotsContext = createContext<ChatSlots>({})
