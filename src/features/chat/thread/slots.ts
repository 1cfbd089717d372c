import { type ComponentType, createContext } from 'react'
import type { ChatSession } from '../protocol/protocol.ts'

/** Components of later domains in the console. `admin/slots.tsx` fills them. */
export type ChatSlots = {
  /** Books a call for the visitor. Must be remounted for each opening. */
  CallDialog?: ComponentType<{ session: ChatSession; open: boolean; onClose: () => void }>
  /** Shown beside the agent's text field. */
  Offer?: ComponentType<{
    sessionId: string
    disabled: boolean
    draft: string
    onDraft: (draft: string) => void
  }>
}

export const ChatSlotsContext = createContext<ChatSlots>({})
