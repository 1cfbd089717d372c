import { type KeyboardEvent, useState } from 'react'
import { Skeleton } from '#web/ui/loading.tsx'
import { useChats } from '../alerts/agent-console.tsx'
import type { ChatSession } from '../protocol/protocol.ts'
import { SessionCard } from './session-card.tsx'

export type CardsProps = {
  sessions: readonly ChatSession[]
  selected: string | null
  onSelect: (id: string) => void
}

export function SessionCards({ sessions, selected, onSelect }: CardsProps) {
  const unread = useChats((_, unread) => unread)
  const [focused, setFocused] = useState<string | null>(null)
  const stop = [focused, selected].find((id) => sessions.some((one) => one.id === id))
  function move(event: KeyboardEvent<HTMLUListElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('.chat-card')]
    const at = cards.indexOf(document.activeElement as HTMLElement)
    const last = cards.length - 1
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    cards[Math.min(Math.max(to, 0), last)]?.focus()
  }
  return (
    <ul onKeyDown={move}>
      {sessions.map((session) => (
        <li key={session.id} onFocus={() => setFocused(session.id)}>
          <SessionCard
            session={session}
            unread={unread.get(session.id) ?? 0}
            selected={session.id === selected}
            isTabStop={session.id === (stop ?? sessions[0]?.id)}
            onSelect={onSelect}
          />
        </li>
      ))}
    </ul>
  )
}

export function LoadingCards() {
  return ['first', 'second', 'third'].map((card) => (
    <div key={card} className="chat-card">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-3.5 w-4/5" />
    </div>
  ))
}
