import { type ComponentType, createContext } from 'react'

/** Components of later domains in the chat, filled by `admin/slots.tsx` and the site's layout. */
export type ChatSlots = {
  /** Shown beside the agent's text field. */
  Offer?: ComponentType<{
    sessionId: string
    disabled: boolean
    /** Sends a message. */
    onText: (text: string) => void
  }>
  /** Cards that replace the text of some messages of agents. */
  messageCards?: {
    isFor: (text: string) => boolean
    Card: ComponentType<{ text: string }>
  }
}

export const ChatSlotsContext = createContext<ChatSlots>({})
