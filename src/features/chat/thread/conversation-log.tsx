import { ArrowDown, Check } from 'lucide-react'
import { memo, useMemo, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import './conversation.css'
import {
  dayName,
  type GroupedMessage,
  groupMessages,
  isNotice,
  type Message,
  timeOf,
} from './message.ts'
import { useStickiness } from './use-stickiness.ts'
import { useStableValue } from './use-timers.ts'

type ConversationLogProps = {
  /** Oldest first. */
  messages: readonly Message[]
  side: 'visitor' | 'admin'
  label: string
  nameOf: (message: Message) => string
  loading?: boolean
  typing?: string
  empty?: string
  onRetry?: (key: string) => void
  /** Loads older messages; also called on scrolling to the top. */
  onEarlier?: (() => void) | undefined
}

/** The log is the only live region for messages. Typing notices have their own. */
export function ConversationLog(props: ConversationLogProps) {
  const { messages, side, loading = false, typing, onEarlier } = props
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const own = messages.filter(({ senderType }) => senderType === side).length
  const counts = { others: messages.length - own, own, first: messages[0]?.key }
  const { missed, jump } = useStickiness(scroller, content, counts, onEarlier)
  // Old messages, once loaded, are not read out.
  const quiet = useStableValue(loading, 100, true) || loading
  const grouped = useMemo(() => groupMessages(messages), [messages])
  return (
    <div className="conversation">
      <div ref={scroller} className="conversation-scroller">
        <div ref={content}>
          <div
            role="log"
            aria-label={props.label}
            aria-busy={quiet}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable.
            tabIndex={0}
            className="conversation-log"
          >
            {onEarlier && (
              <button type="button" className="link conversation-day" onClick={onEarlier}>
                Earlier Messages
              </button>
            )}
            {messages.length === 0 && !loading && props.empty && (
              <p className="conversation-empty">{props.empty}</p>
            )}
            {grouped.map((entry) => (
              <Entry
                key={entry.message.key}
                {...entry}
                own={entry.message.senderType === side}
                name={props.nameOf(entry.message)}
                onRetry={props.onRetry}
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
          {missed === 1 ? '1 New Message' : `${missed} New Messages`}
          <Icon icon={ArrowDown} size={16} />
        </button>
      )}
    </div>
  )
}

type EntryProps = GroupedMessage & {
  own: boolean
  name: string
  onRetry: ((key: string) => void) | undefined
}

/** Each message is a single node, so that it is announced once. */
const Entry = memo(function Entry(props: EntryProps) {
  const { message, opensDay, first, last, own, name, onRetry } = props
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
        <LinkedText text={message.content} />
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
        {own && <Progress progress={message.progress} />}
        {message.progress === 'failed' && onRetry && (
          <button type="button" className="link" onClick={() => onRetry(message.key)}>
            Retry
          </button>
        )}
      </p>
    </div>
  )
})

const progressWords: Record<Message['progress'], string> = {
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not sent.',
}

/** Only an attribute changes, so that screen readers do not announce every delivery. */
function Progress({ progress }: Pick<Message, 'progress'>) {
  return (
    <span
      role="img"
      aria-label={progressWords[progress]}
      data-progress={progress}
      className="speech-progress"
    >
      <Icon icon={Check} size={16} />
    </span>
  )
}
