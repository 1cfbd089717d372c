import { useEffect, useState } from 'react'
import { momentWords } from '#features/inbox/screens/due-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import type { MailMessage } from '../threads/contract.ts'
import { useOutgoing } from './use-outgoing.ts'

const soonMs = 60_000

/** The seconds until a moment, updated during the last minute. */
function useSecondsUntil(at: string | null): number {
  const [now, setNow] = useState(Date.now)
  const left = at ? Date.parse(at) - now : 0
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left > soonMs ? left - soonMs : 500)
    return () => clearTimeout(timer)
  }, [left])
  return Math.ceil(left / 1000)
}

const failures: Record<string, string> = {
  invalid_recipient: 'The recipient isn’t exactly one valid address',
  restored: 'It waited when a backup was restored',
  timeout: 'The mail server didn’t answer for a day',
}

const reasonOf = ({ serverResponse, errorCode }: MailMessage) =>
  serverResponse || (errorCode && (failures[errorCode] ?? errorCode)) || 'No reason given'

/** Delivery state of a sent mail, in words. */
export function DeliveryLine(props: { message: MailMessage; draftName: string }) {
  const { message, draftName } = props
  switch (message.delivery) {
    case 'queued':
      return <Queued message={message} draftName={draftName} />
    case 'accepted':
      return (
        <p className="mail-delivery">
          <span>
            Accepted by the mail server
            {message.acceptedAt && (
              <>
                , <Time value={message.acceptedAt} format="datetime" />
              </>
            )}
          </span>
        </p>
      )
    case 'failed':
      return <Failed message={message} draftName={draftName} />
    case 'bounced':
      return (
        <p className="mail-delivery" data-problem="">
          <span className="break-words">Bounced: {reasonOf(message)}</span>
        </p>
      )
    default:
      return null
  }
}

function Queued({ message, draftName }: { message: MailMessage; draftName: string }) {
  const { id, sendAt, serverResponse, kind, hasNewer } = message
  const seconds = useSecondsUntil(sendAt)
  const { cancelling, sending } = useOutgoing(draftName)
  const isReply = kind === 'reply'
  const waits = seconds > 0
  return (
    <div className="mail-delivery" data-waits="">
      <span>
        {!waits &&
          (serverResponse ? `Not accepted yet, trying again: ${serverResponse}` : 'Sending…')}
        {waits && seconds * 1000 <= soonMs && `Sends in ${seconds} s`}
        {waits && seconds * 1000 > soonMs && sendAt && (
          <>
            Scheduled for <time dateTime={sendAt}>{momentWords(new Date(sendAt), Date.now())}</time>
          </>
        )}
        {hasNewer && <strong className="block">A message came after you wrote this.</strong>}
      </span>
      {(waits || serverResponse) && (
        <Button size="sm" busy={sending.isPending} onClick={() => sending.mutate(id)}>
          Send Now
        </Button>
      )}
      {isReply && waits && (
        <Button size="sm" busy={cancelling.isPending} onClick={() => cancelling.mutate(id)}>
          Cancel
        </Button>
      )}
    </div>
  )
}

function Failed({ message, draftName }: { message: MailMessage; draftName: string }) {
  const { retrying } = useOutgoing(draftName)
  return (
    <div className="mail-delivery" data-problem="">
      <span className="min-w-0 break-words">Failed: {reasonOf(message)}</span>
      <Button size="sm" busy={retrying.isPending} onClick={() => retrying.mutate(message.id)}>
        Retry
      </Button>
    </div>
  )
}
