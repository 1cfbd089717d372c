import type { BusinessHours } from '#contract/business-hours.ts'
import { formatHours, formatReturn } from '#features/content/business-hours/office-hours.ts'
import { isOpen } from '#features/content/business-hours/open-hours.ts'
import { useFirm } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { secondsBetween } from '../thread/elapsed.ts'

/** After this wait, the visitor may leave a message as well. */
const longWaitSeconds = 90

export function isClosed(hours: BusinessHours, available: boolean | undefined, now: Date): boolean {
  return available === false && !isOpen(hours, 'chat', now)
}

type WaitingBannerProps = {
  since: string
  available: boolean | undefined
  onLeaveMessage: () => void
}

export function WaitingBanner({ since, available, onLeaveMessage }: WaitingBannerProps) {
  const { hours } = useFirm()
  const now = useNow(5000)
  const date = new Date(now)
  const closed = isClosed(hours, available, date)
  const hint = closed ? `${formatReturn(hours, date)}. ` : `We answer ${formatHours(hours, date)}. `
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

export function AbsentBanner(props: { text: string; onLeaveMessage: (() => void) | undefined }) {
  return (
    <div className="chat-banner">
      <p>{props.text}</p>
      {props.onLeaveMessage && (
        <Button variant="primary" className="mt-2" onClick={props.onLeaveMessage}>
          Leave a Message
        </Button>
      )}
    </div>
  )
}

function LeaveMessageInstead({ hint, onClick }: { hint: string; onClick: () => void }) {
  return (
    <p className="chat-banner-offer">
      {hint}
      <button type="button" className="link" onClick={onClick}>
        Leave a Message Instead
      </button>
    </p>
  )
}
