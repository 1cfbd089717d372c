import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { call } from '#contract/endpoint.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { afterRenewal } from '#web/api/session-renewal.ts'
import { createStore } from '#web/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { AgentChat, type AgentEvent, type AgentState } from '../client/agent-chat.ts'
import { chatUrl } from '../client/chat-connection.ts'
import { chat } from '../protocol/contract.ts'
import type { Alert } from './notifications.ts'

type Unread = ReadonlyMap<string, number>

/** Shared by all screens of the back-office, so that each notices waiting visitors. */
class AgentConsole {
  readonly chat: AgentChat
  readonly ownId: string
  readonly unread = createStore<Unread>(new Map())
  onAlert: ((alert: Alert) => void) | undefined
  #shownId: string | undefined

  constructor(url: string, ownId: string) {
    this.ownId = ownId
    this.chat = new AgentChat({
      url,
      adminId: ownId,
      readEarlier: (id, after) => call(browser, chat.messages, { id, after, limit: 100 }),
    })
    this.chat.onEvent((event) => this.#receive(event))
  }

  subscribe = (listener: () => void): (() => void) => {
    const unsubscribers = [this.chat.subscribe(listener), this.unread.subscribe(listener)]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }

  /** @returns a function that disconnects. */
  open(): () => void {
    const look = () => this.#clearShown()
    const leave = () => this.chat.endNow()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', leave)
    this.chat.connect()
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', leave)
      this.chat.close()
    }
  }

  /** Sets the chat on screen. Its messages count as read while the page is visible. */
  show(sessionId: string | undefined): void {
    this.#shownId = sessionId
    this.#clearShown()
  }

  #clearShown(): void {
    const unread = new Map(this.unread.get())
    if (!document.hidden && unread.delete(this.#shownId ?? '')) this.unread.set(unread)
  }

  #receive(event: AgentEvent): void {
    if (event.type === 'session') {
      const { id, status, visitorName } = event.session
      if (status === 'waiting') {
        this.onAlert?.({ kind: 'waiting', id, name: visitorName })
      }
      return
    }
    const { sessionId } = event
    if (sessionId === this.#shownId && !document.hidden) return
    const unread = this.unread.get()
    this.unread.set(new Map(unread).set(sessionId, (unread.get(sessionId) ?? 0) + 1))
    const name = this.chat.state.sessions.find(({ id }) => id === sessionId)?.visitorName ?? ''
    this.onAlert?.({ kind: 'message', id: sessionId, name })
  }
}

const AgentConsoleContext = createContext<AgentConsole | null>(null)

/** Holds the only socket of a signed-in agent. */
export function AgentConsoleProvider(props: { userId: string; children: ReactNode }) {
  const [agent] = useState(() => new AgentConsole(chatUrl(location), props.userId))
  const cache = useQueryClient()
  useEffect(() => agent.open(), [agent])
  useEffect(() => afterRenewal(() => agent.chat.connect()), [agent])

  // A permanent refusal usually means an expired session; refetching the account renews it.
  const isRefused = useSyncExternalStore(agent.subscribe, () => agent.chat.state.isRefused)
  useEffect(() => {
    if (isRefused) void cache.invalidateQueries({ queryKey: keyOf(auth.me, {}) })
  }, [isRefused, cache])
  return <AgentConsoleContext value={agent}>{props.children}</AgentConsoleContext>
}

export function useAgentConsole(): AgentConsole {
  const agent = useContext(AgentConsoleContext)
  if (!agent) throw new Error('the agent console belongs to the screens behind the login')
  return agent
}

/** Selects from the state; `choose` must return an identical value for an unchanged state. */
export function useChats<T>(choose: (state: AgentState, unread: Unread) => T): T {
  const agent = useAgentConsole()
  return useSyncExternalStore(agent.subscribe, () => choose(agent.chat.state, agent.unread.get()))
}

/**
 * The number of sessions that need an agent: waiting, active with unread messages, or left
 * unanswered.
 */
export function useAttention(): number {
  return useChats(({ sessions, unanswered }, unread) => {
    const waiting = sessions.filter(
      ({ id, status }) => status === 'waiting' || (status === 'active' && unread.has(id)),
    )
    return waiting.length + unanswered
  })
}

export function AttentionBadge() {
  const attention = useAttention()
  if (attention === 0) return null
  return (
    <Badge variant="canary" className="ml-2">
      {attention}
      <span className="sr-only">{attention === 1 ? ' chat waits' : ' chats wait'}</span>
    </Badge>
  )
}
