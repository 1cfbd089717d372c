import { isOpen, spokenHours, spokenReturn } from '../../content/business-hours/office-hours.ts'
import { secondsBetween } from '../thread/elapsed.ts'
import { useNow } from '../thread/use-timers.ts'

/** After this wait, leaving a message is offered as well. */
const longWaitSeconds = 90

type WaitingBannerProps = {
  since: string
  /** Whether an agent is connected, regardless of business hours; undefined while unknown. */
  available: boolean | undefined
  onLeaveMessage: () => void
}

export function WaitingBanner({ since, available, onLeaveMessage }: WaitingBannerProps) {
  const now = useNow(5000)
  const date = new Date(now)
  const closed = !isOpen(date) && available === false
  const hint = closed ? `${spokenReturn(date)}. ` : `We answer ${spokenHours(date)}. `
  return (
    <div className="chat-banner">
      <p className="chat-banner-title">Waiting for an agent to join...</p>
      <p>Please wait while we connect you with an agent...</p>
      {(closed || secondsBetween(since, now) >= longWaitSeconds) && (
        <LeaveMessageInstead hint={hint} onClick={onLeaveMessage} />
      )}
    </div>
  )
}

/** Shown before a conversation, when no agent is available. */
export function AbsentBanner(props: { text: string; onLeaveMessage: (() => void) | undefined }) {
  return (
    <div className="chat-banner chat-banner-closed">
      <p>{props.text}</p>
      {props.onLeaveMessage && <LeaveMessageInstead onClick={props.onLeaveMessage} />}
    </div>
  )
}

function LeaveMessageInstead({ hint, onClick }: { hint?: string; onClick: () => void }) {
  return (
    <p className="chat-banner-offer">
      {hint}
      <button type="button" className="link" onClick={onClick}>
        Leave a message instead
      </button>
    </p>
  )
}
