import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AgentState } from '../client/chat-client.ts'
import { type AgentConsole, attentionOf } from './agent-console.ts'

export const AgentConsoleContext = createContext<AgentConsole | null>(null)

/** The desk of the signed-in agent. */
export function useAgentConsole(): AgentConsole {
  const desk = useContext(AgentConsoleContext)
  if (!desk) throw new Error('the desk belongs to the screens behind the login')
  return desk
}

/** A part of the state; `choose` must give the same value for the same state. */
export function useChats<T>(choose: (state: AgentState, unread: AgentConsole['unread']) => T): T {
  const desk = useAgentConsole()
  return useSyncExternalStore(desk.subscribe, () => choose(desk.chat.state, desk.unread))
}

/** How many sessions want a person now. */
export function useAttention(): number {
  return useChats(attentionOf)
}
