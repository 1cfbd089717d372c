import { type ComponentType, useEffect, useRef } from 'react'
import { contactChoices, labelOf } from '#contract/consultation-options.ts'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import { formatMoment } from '#features/content/business-hours/reply-time.ts'
import { useFirm } from '#web/firm.ts'
import { NextSteps } from './next-steps.tsx'
import type { Sent } from './use-consultation-request.ts'

/** Takes the focus, because the form that had it is gone. */
export function ReceivedTitle() {
  const words = useRef<HTMLSpanElement>(null)
  useEffect(() => words.current?.closest('h2')?.focus(), [])
  return <span ref={words}>Consultation Request Received!</span>
}

/** What can be done with a request once it is sent. */
export type AfterSending = ComponentType<{ requestUrl: string; company: string }>

export function ConsultationReceived(props: Sent & { After: AfterSending }) {
  const { answers, number, requestUrl, receivedAt, replyBy, After } = props
  const { name, recordName = name } = useFirm()
  const lines: [string, string][] = [
    ['Name', answers.name],
    ['Email', answers.email],
    ['Process', answers.projectDescription],
    ['Received', formatMoment(receivedAt)],
    ['Reply by', `${formatDue(replyBy)} your time`],
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
      {requestUrl && <After requestUrl={requestUrl} company={answers.company} />}
      <div className="consultation-after">
        <h3 className="consultation-legend">What happens next</h3>
        <NextSteps />
      </div>
    </div>
  )
}
