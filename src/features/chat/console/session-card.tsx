import { memo } from 'react'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { capital, counted } from '#web/ui/words.ts'
import { useAgentConsole } from '../alerts/agent-console.tsx'
import type { ChatSession } from '../protocol/protocol.ts'
import { secondsBetween } from '../thread/elapsed.ts'
import { momentOf } from '../thread/message.ts'
import {
  cardName,
  companyName,
  elapsedOf,
  isRunning,
  lastMessageLine,
  visitorName,
} from './session-words.ts'

const longWaitSeconds = 60

type SessionCardProps = {
  session: ChatSession
  unread: number
  selected: boolean
  isTabStop: boolean
  onSelect: (id: string) => void
}

export const SessionCard = memo(function SessionCard(props: SessionCardProps) {
  const { session, unread, selected, isTabStop, onSelect } = props
  const { ownId } = useAgentConsole()
  const running = isRunning(session)
  const minute = useNow(60_000, running)
  const at = session.lastMessageAt
  return (
    <button
      type="button"
      className="pane-row chat-card focus-inset"
      data-status={session.status}
      data-session={session.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={selected || undefined}
      onClick={() => onSelect(session.id)}
    >
      <span className="sr-only">{cardName(session, unread, minute)}</span>
      <span className="chat-card-row" aria-hidden="true">
        <span className="chat-card-who truncate">
          <bdi className="chat-card-name">{visitorName(session)}</bdi>{' '}
          <bdi className="chat-card-quiet">{companyName(session)}</bdi>
        </span>
        <StatusAndTime session={session} />
      </span>
      <span className="chat-card-row" aria-hidden="true">
        <span dir="auto" className="chat-card-last">
          {lastMessageLine(session, ownId)}
        </span>
        <span className="chat-card-quiet flex flex-none items-baseline gap-2">
          <span>
            {counted(session.messageCount, 'message')}
            {at && ` · ${momentOf(at, new Date(minute))}`}
          </span>
          {unread > 0 && <Badge variant="canary">{unread > 9 ? '9+' : unread}</Badge>}
        </span>
      </span>
    </button>
  )
})

const variants: Record<ChatSession['status'], BadgeVariant> = {
  waiting: 'canary',
  active: 'default',
  ended: 'secondary',
  abandoned: 'outline',
}

function StatusAndTime({ session }: { session: ChatSession }) {
  const { status, startedAt } = session
  const running = isRunning(session)
  const now = useNow(1000, running)
  const time = <span className="tabular-nums">{elapsedOf(session, now)}</span>
  if (status === 'waiting') {
    const long = secondsBetween(startedAt, now) >= longWaitSeconds
    return (
      <Badge className="chat-card-state" variant={long ? 'rose' : 'canary'}>
        Waiting {time}
      </Badge>
    )
  }
  return (
    <span className="flex flex-none items-center gap-2">
      <Badge className="chat-card-state" variant={variants[status]}>
        {capital(status)}
      </Badge>
      {time}
    </span>
  )
}
