import { ArrowDown } from 'lucide-react'
import { memo, useMemo, useRef } from 'react'
import { Icon } from '../../../web/ui/icon.tsx'
import './conversation.css'
import { dayName, isNotice, type Message, type Placed, place, timeOf } from './message.ts'
import { SpokenProgress } from './spoken-progress.tsx'
import { SpokenText } from './spoken-text.tsx'
import { useQuietStart } from './use-quiet-start.ts'
import { useStickiness } from './use-stickiness.ts'

export type ConversationLogProps = {
  /** Oldest first. */
  messages: readonly Message[]
  /** The side whose messages are right-aligned. */
  side: 'visitor' | 'admin'
  /** For example 'Conversation with Mara'. */
  label: string
  nameOf: (message: Message) => string
  /** The history is still loading. */
  loading?: boolean
  /** For example 'Mara is typing'. */
  typing?: string
  empty?: string
  onRetry?: (key: string) => void
}

/** The log is the only live region for messages; typing has its own. */
export function ConversationLog({
  messages,
  side,
  label,
  nameOf,
  loading = false,
  typing,
  empty,
  onRetry,
}: ConversationLogProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const own = messages.filter(({ senderType }) => senderType === side).length
  const { missed, jump } = useStickiness(scroller, content, { others: messages.length - own, own })
  const quiet = useQuietStart(loading)
  const placed = useMemo(() => place(messages), [messages])
  return (
    <div className="conversation">
      <div ref={scroller} className="conversation-scroller">
        <div ref={content}>
          <div
            role="log"
            aria-label={label}
            aria-busy={quiet}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable.
            tabIndex={0}
            className="conversation-log"
          >
            {messages.length === 0 && !loading && empty && (
              <p className="conversation-empty">{empty}</p>
            )}
            {placed.map((one) => (
              <Entry
                key={one.message.key}
                placed={one}
                own={one.message.senderType === side}
                name={nameOf(one.message)}
                onRetry={onRetry}
              />
            ))}
          </div>
          <div role="status" className="conversation-typing">
            {typing && (
              <>
                <span className="sr-only">{typing}</span>
                <span className="speech-dots" aria-hidden="true">
                  <i />
                  <i />
                  <i />
                </span>
              </>
            )}
          </div>
        </div>
      </div>
      {missed > 0 && (
        <button type="button" className="conversation-new" onClick={jump}>
          {missed === 1 ? '1 new message' : `${missed} new messages`}
          <Icon icon={ArrowDown} size={16} />
        </button>
      )}
    </div>
  )
}

type EntryProps = {
  placed: Placed
  own: boolean
  name: string
  onRetry: ((key: string) => void) | undefined
}

/** Each message is a single node, so that it is announced once. */
const Entry = memo(
  function Entry({ placed: { message, opensDay, first, last }, own, name, onRetry }: EntryProps) {
    const time = timeOf(message.sentAt)
    const day = opensDay ? dayName(message.sentAt, new Date()) : undefined
    if (isNotice(message)) {
      return (
        <div className="speech-notice" data-day={day}>
          {day && <p className="conversation-day">{day}</p>}
          <p dir="auto">{message.content}</p>
        </div>
      )
    }
    return (
      <div
        className="speech"
        data-by={own ? 'own' : 'other'}
        data-first={first || undefined}
        data-last={last || undefined}
      >
        {day && <p className="conversation-day">{day}</p>}
        <p dir="auto" className="speech-text">
          <span dir="ltr" className="sr-only">{`${name}, ${time}: `}</span>
          <SpokenText text={message.content} />
        </p>
        <p className="speech-meta">
          <span className="speech-when" aria-hidden="true">
            {own && name === 'You' ? (
              time
            ) : (
              <>
                <bdi>{name}</bdi> · {time}
              </>
            )}
          </span>
          {own && <SpokenProgress progress={message.progress} />}
          {message.progress === 'failed' && onRetry && (
            <button type="button" className="link" onClick={() => onRetry(message.key)}>
              Retry
            </button>
          )}
        </p>
      </div>
    )
  },
  (before, after) =>
    before.placed.message === after.placed.message &&
    before.placed.first === after.placed.first &&
    before.placed.last === after.placed.last &&
    before.placed.opensDay === after.placed.opensDay &&
    before.name === after.name &&
    before.onRetry === after.onRetry,
)
