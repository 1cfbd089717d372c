import { useEffect, useRef, useState } from 'react'
import { brand } from '../../../brand.ts'
import { RunRecord } from '../../../web/illustrations/runs/record.tsx'
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
      <RunRecord
        record={{
          title: `${brand.recordName} for your message`,
          lines: [
            {
              at: receivedAt.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' }),
              text: 'Received and on the record',
              by: { kind: 'workflow', name: 'workflow' },
            },
            {
              at: 'Next',
              text: 'Read and answered by',
              by: { kind: 'person', name: 'a person' },
            },
            {
              at: 'Reply by',
              text: `${spokenReplyTime(receivedAt)} your time, to ${email}`,
            },
          ],
        }}
      />
      <Button size="lg" onClick={onAgain}>
        Send Another Message
      </Button>
    </div>
  )
}
