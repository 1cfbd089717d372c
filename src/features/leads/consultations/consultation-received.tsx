import { useEffect, useRef } from 'react'
import { brand } from '../../../brand.ts'
import { spokenMoment, spokenReplyTime } from '../../content/business-hours/reply-time.ts'
import '../../../web/illustrations/record.css'
import { NextSteps } from './next-steps.tsx'
import { contactChoices, labelOf } from './options.ts'
import type { Sent } from './use-consultation-request.ts'

/** Takes the focus, because the form that had it is gone. */
export function ReceivedTitle() {
  const words = useRef<HTMLSpanElement>(null)
  useEffect(() => words.current?.closest('h2')?.focus(), [])
  return <span ref={words}>Consultation Request Received!</span>
}

export function ConsultationReceived({ answers, receivedAt }: Sent) {
  const lines: [string, string][] = [
    ['Name', answers.name],
    ['Email', answers.email],
    ['Process', answers.projectDescription],
    ['Received', spokenMoment(receivedAt)],
    ['Reply by', `${spokenReplyTime(receivedAt)} your time`],
    ['Prefers', labelOf(contactChoices, answers.preferredContactMethod)],
  ]
  return (
    <div className="consultation-received">
      <figure className="record paper">
        <figcaption className="record-title">{brand.recordName} for your request</figcaption>
        <dl>
          {lines.map(([term, text]) => (
            <div key={term} className="record-line">
              <dt className="record-time">{term}</dt>
              <dd className={term === 'Process' ? 'consultation-excerpt' : undefined}>{text}</dd>
            </div>
          ))}
        </dl>
      </figure>
      <div>
        <h3 className="consultation-legend">What happens next</h3>
        <NextSteps />
      </div>
    </div>
  )
}
