import { useEffect, useRef, useState } from 'react'
import { contactChoices, labelOf } from '#contract/consultation-options.ts'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import { formatMoment, hoursInWords } from '#features/content/business-hours/reply-time.ts'
import { useFirm } from '#web/firm.ts'
import type { Answers } from './answers.ts'
import { NextSteps } from './next-steps.tsx'

/** The title takes the focus, because the form that had it is gone. */
export function ReceivedTitle() {
  const words = useRef<HTMLSpanElement>(null)
  useEffect(() => words.current?.closest('h2')?.focus(), [])
  return <span ref={words}>Consultation Request Received!</span>
}

type Props = {
  answers: Answers
  number: string
  requestUrl: string | null
  replyBy: string
}

export function ConsultationReceived(props: Props) {
  const { answers, number, requestUrl, replyBy } = props
  const [receivedAt] = useState(() => new Date())
  const { name, recordName = name, replyWithinHours } = useFirm()
  const lines: [string, string][] = [
    ['Name', answers.name],
    ['Email', answers.email],
    ['Process', answers.projectDescription],
    ['Received', formatMoment(receivedAt)],
    ['Reply by', `${formatDue(new Date(replyBy))} your time`],
    ['Prefers', labelOf(contactChoices, answers.preferredContactMethod)],
  ]
  return (
    <div className="consultation-received">
      <div className="consultation-sent">
        <figure className="record paper">
          <figcaption className="record-title">{recordName} for your request</figcaption>
          <dl>
            {lines.map(([term, text]) => (
              <div key={term} className="record-line">
                <dt className="record-time">{term}</dt>
                <dd className={term === 'Process' ? 'consultation-excerpt' : undefined}>{text}</dd>
              </div>
            ))}
          </dl>
        </figure>
        <p>Your request has the number {number}.</p>
        {requestUrl && (
          <p>
            <a className="link" href={requestUrl}>
              See who reads it and when the answer is due
            </a>
          </p>
        )}
      </div>
      <div className="consultation-after">
        <h3 className="consultation-legend">What happens next</h3>
        <p>
          Consultation request sent!{' '}
          {`We'll contact you within ${hoursInWords(replyWithinHours)} to schedule your consultation.`}
        </p>
        <NextSteps />
      </div>
    </div>
  )
}
