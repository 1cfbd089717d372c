import { isOpen, spokenHours, spokenReturn } from '../../content/business-hours/office-hours.ts'
import { secondsBetween } from '../thread/elapsed.ts'
import { useNow } from '../thread/use-now.ts'

/** After this wait, leaving a message is offered as well. */
const patienceSeconds = 90

type WaitingBannerProps = {
  since: string
  /** Whether an agent is connected, regardless of business hours; undefined while unknown. */
  available: boolean | undefined
  onLeaveMessage: () => void
}

export function WaitingBanner({ since, available, onLeaveMessage }: WaitingBannerProps) {
  const now = useNow(5000)
  const closed = !isOpen(new Date(now)) && available === false
  const long = secondsBetween(since, now) >= patienceSeconds
  return (
    <div className="chat-banner">
      <p className="chat-banner-title">Waiting for an agent to join...</p>
      <p>Please wait while we connect you with an agent...</p>
      {(long || closed) && (
        <p className="chat-banner-offer">
          {closed
            ? `${spokenReturn(new Date(now))}. `
            : `We answer ${spokenHours(new Date(now))}. `}
          <button type="button" className="link" onClick={onLeaveMessage}>
            Leave a message instead
          </button>
        </p>
      )}
    </div>
  )
}

/** Shown before a conversation, when no agent is available. */
export function AbsentBanner({
  text,
  onLeaveMessage,
}: {
  text: string
  onLeaveMessage: (() => void) | undefined
}) {
  return (
    <div className="chat-banner chat-banner-closed">
      <p>{text}</p>
      {onLeaveMessage && (
        <p className="chat-banner-offer">
          <button type="button" className="link" onClick={onLeaveMessage}>
            Leave a message instead
          </button>
        </p>
      )}
    </div>
  )
}
