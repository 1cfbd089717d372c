import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AgentState } from '../client/chat-client.ts'
import { type AgentConsole, attentionOf } from './agent-console.ts'

export const AgentConsoleContext = createContext<AgentConsole | null>(null)

export function useAgentConsole(): AgentConsole {
  const desk = useContext(AgentConsoleContext)
  if (!desk) throw new Error('the desk belongs to the screens behind the login')
  return desk
}

/** Selects from the state; `choose` must return an identical value for an unchanged state. */
export function useChats<T>(choose: (state: AgentState, unread: AgentConsole['unread']) => T): T {
  const desk = useAgentConsole()
  return useSyncExternalStore(desk.subscribe, () => choose(desk.chat.state, desk.unread))
}

export function useAttention(): number {
  return useChats(attentionOf)
}
