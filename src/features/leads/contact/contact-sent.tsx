import { useEffect, useRef, useState } from 'react'
import { JourneyRecord } from '../../../web/illustrations/record.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { spokenReplyTime } from '../../content/business-hours/reply-time.ts'

export function ContactSent({
  name,
  email,
  onAgain,
}: {
  name: string
  email: string
  onAgain: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [receivedAt] = useState(() => new Date())
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="contact-sent">
      <h3 ref={heading} tabIndex={-1} className="h3">
        Thank you, {name}. Your message has arrived.
      </h3>
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
            ['Reply by', `${spokenReplyTime(receivedAt)} your time, to ${email}`],
          ],
        }}
      />
      <Button size="lg" onClick={onAgain}>
        Send Another Message
      </Button>
    </div>
  )
}
