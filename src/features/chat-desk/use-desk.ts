import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AgentState } from '../chat/chat-client.ts'
import { attentionOf, type Desk } from './desk.ts'

export const DeskContext = createContext<Desk | null>(null)

/** The desk of the signed-in agent. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('the desk belongs to the screens behind the login')
  return desk
}

/** A part of the state; `choose` must give the same value for the same state. */
export function useChats<T>(choose: (state: AgentState, unread: Desk['unread']) => T): T {
  const desk = useDesk()
  return useSyncExternalStore(desk.subscribe, () => choose(desk.chat.state, desk.unread))
}

/** How many sessions want a person now. */
export function useAttention(): number {
  return useChats(attentionOf)
}
