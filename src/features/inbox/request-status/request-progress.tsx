import type { ReactNode } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { AnswerWay } from '#contract/vocabulary.ts'
import type { requests } from './contract.ts'
import { When } from './when.tsx'

export type Request = Output<typeof requests.show>

const ways: Record<AnswerWay, string> = {
  mail: 'by email',
  chat: 'in the chat',
  booking: 'by booking a call',
  phone: 'by phone',
  video: 'by video call',
  in_person: 'in person',
  other: '',
}

/** The state of the request in one sentence. */
export function Summary({ request }: { request: Request }) {
  const { state, dueAt, canRemind, remindedAt, assignee, answeredHow, sent } = request
  if (state === 'bounced') {
    return (
      <>We answered, but the email to {sent.email} came back. Add a detail with another address.</>
    )
  }
  if (state === 'answered' && answeredHow === 'mail') {
    return <>We answered by email. If it is not in your inbox, please look in your spam folder.</>
  }
  if (state === 'answered' && answeredHow === 'booking') return <>Your call is booked.</>
  if (state === 'answered') return <>We have answered your request.</>
  if (state === 'withdrawn') return <>You withdrew this request. Nobody will answer it.</>
  if (state === 'closed') return <>This request is closed. Add a detail to open it again.</>
  if (!dueAt) return <>We have your request.</>
  if (remindedAt) return <>We have not answered in time, and you reminded us.</>
  if (canRemind) return <>We have not answered in time.</>
  return (
    <>
      {state === 'assigned' ? `${assignee} is reading your request.` : 'We have your request.'} A
      person answers by <When at={dueAt} isDue />.
    </>
  )
}

type Variant = 'workflow' | 'person' | 'next'

function Step({
  variant,
  title,
  children,
}: {
  variant: Variant
  title: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={`counterfoil-step counterfoil-step-${variant}`}>
      <span className="counterfoil-step-title">{title}</span>
      {children && <span className="counterfoil-step-time">{children}</span>}
    </li>
  )
}

/** Past and future steps of a request, along a rail. */
export function Progress({ request }: { request: Request }) {
  const { state, receivedAt, dueAt, assignee, assignedAt, canRemind, remindedAt } = request
  const { answeredAt, answeredBy, answeredHow } = request
  const isWaiting = !answeredAt && state !== 'withdrawn' && state !== 'closed'
  return (
    <ol className="counterfoil-steps">
      <Step variant="workflow" title="Received">
        <When at={receivedAt} />
      </Step>
      {assignee && assignedAt && (
        <Step variant="person" title={`Being read by ${assignee}`}>
          {request.assigneePortraitUrl && (
            <img
              src={request.assigneePortraitUrl}
              width={40}
              height={40}
              alt=""
              className="counterfoil-portrait"
            />
          )}
          {request.assigneeTitle && `${request.assigneeTitle}, `}since <When at={assignedAt} />
        </Step>
      )}
      {state === 'bounced' && <Step variant="workflow" title="Our answer came back" />}
      {remindedAt && (
        <Step variant="workflow" title="You reminded us">
          <When at={remindedAt} />
        </Step>
      )}
      {answeredAt && (
        <Step
          variant="person"
          title={
            answeredHow === 'booking'
              ? 'Call booked'
              : ['Answered', answeredHow && ways[answeredHow]].filter(Boolean).join(' ')
          }
        >
          <When at={answeredAt} />, by {answeredBy}
        </Step>
      )}
      {isWaiting && dueAt && (
        <Step variant="next" title={canRemind || remindedAt ? 'Answer was due' : 'Answer due'}>
          by <When at={dueAt} isDue />
        </Step>
      )}
      {state === 'withdrawn' && <Step variant="person" title="Withdrawn by you" />}
      {state === 'closed' && <Step variant="person" title="Closed" />}
    </ol>
  )
}
