import { useEffect, useRef, useState } from 'react'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import { JourneyRecord } from '#web/illustrations/record.tsx'
import { Button } from '#web/ui/button.tsx'

export type Sent = {
  name: string
  email: string
  number: string
  requestUrl: string | null
  replyBy: string
}

export function ContactSent(props: Sent & { onAgain: () => void }) {
  const { name, email, number, requestUrl, replyBy, onAgain } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [receivedAt] = useState(() => new Date())
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="contact-sent">
      <h3 ref={heading} tabIndex={-1} className="h3">
        Thank you, {name}. Your message has arrived.
      </h3>
      <p>Your request has the number {number}.</p>
      {requestUrl && (
        <p>
          <a className="link" href={requestUrl}>
            See who reads it and when the answer is due
          </a>
        </p>
      )}
      <JourneyRecord
        record={{
          recordOf: 'your message',
          lines: [
            [
              receivedAt.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' }),
              'Received and on the record',
              'workflow',
            ],
            ['Next', 'Read and answered by', 'a person'],
            ['Reply by', `${formatDue(new Date(replyBy))} your time, to ${email}`],
          ],
        }}
      />
      <Button size="lg" onClick={onAgain}>
        Send Another Message
      </Button>
    </div>
  )
}
