import { ButtonLink } from '#web/ui/button.tsx'
import { BothTimes } from './both-times.tsx'
import type { Meeting, Stage } from './meeting-sheet.tsx'

export type RequestCall = {
  meeting: (Meeting & { meetingUrl: string }) | null
  stage: Stage
  /** The path of the page that books a call; empty while nothing can be booked. */
  bookPath: string
}

const words: Record<Stage, string> = {
  booked: '',
  pending: 'Not confirmed yet: we check our calendar, usually within an hour.',
  cancelled: 'This call is cancelled.',
  past: 'This call is over.',
}

/** The section 'Your call' on the status page of a request. */
export function CallOfRequest({ meeting, stage, bookPath }: RequestCall) {
  const path = meeting && new URL(meeting.meetingUrl).pathname
  const isToCome = stage === 'booked' || stage === 'pending'
  return (
    <section aria-labelledby="call-heading" className="call-block no-print">
      <h2 id="call-heading" className="h3">
        Your call
      </h2>
      {meeting && (
        <>
          {words[stage] && <p>{words[stage]}</p>}
          <BothTimes start={meeting.start} zone={meeting.zone} isOff={stage === 'cancelled'} />
        </>
      )}
      {isToCome && path ? (
        <div className="meeting-acts">
          <ButtonLink href={`${path}?move=1&zone=${encodeURIComponent(meeting.zone)}#step`}>
            Move
          </ButtonLink>
          <ButtonLink href={`${path}#step`}>Cancel</ButtonLink>
        </div>
      ) : (
        bookPath && (
          <div>
            <ButtonLink variant="primary" href={bookPath}>
              {meeting ? 'Choose Another Time' : 'Choose a Time'}
            </ButtonLink>
          </div>
        )
      )}
    </section>
  )
}
