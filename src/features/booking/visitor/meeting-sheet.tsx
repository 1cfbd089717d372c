import type { Output } from '#contract/endpoint.ts'
import { hoursInWords } from '#features/content/business-hours/reply-time.ts'
import { useFirm } from '#web/firm.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import type { meetings } from '../bookings/contract.ts'
import { wholeTime, zoneInWords } from './times.ts'

export type Meeting = Output<typeof meetings.show>

export type Stage = 'booked' | 'pending' | 'cancelled' | 'past'

export const stageOf = ({ state, end }: Meeting, now: number): Stage =>
  state !== 'cancelled' && Date.parse(end) <= now ? 'past' : state

const headings: Record<Stage, string> = {
  booked: 'Your call is booked',
  pending: 'We are confirming your call',
  cancelled: 'Your call is cancelled',
  past: 'This call is over',
}

export const headingOf = (stage: Stage) => headings[stage]

type TimesProps = Pick<Meeting, 'start' | 'zone'>

/** A time in the visitor's zone and, if it differs, in the firm's. */
export function BothTimes({ start, zone }: TimesProps) {
  const { hours } = useFirm()
  const own = wholeTime(zone, start)
  const ours = wholeTime(hours.timeZone, start)
  return (
    <p>
      <time dateTime={start} className="meeting-time">
        {own}
      </time>
      {zoneInWords(zone) !== zoneInWords(hours.timeZone) && (
        <>
          <br />
          <time dateTime={start}>{ours}</time>
        </>
      )}
    </p>
  )
}

function How({ meeting: { contact, joinUrl } }: { meeting: Meeting }) {
  if (contact === 'phone') return <p>We call you.</p>
  if (contact === 'in_person') return <p>We meet in person.</p>
  if (!joinUrl) return null
  return (
    <p>
      <a className="link" href={joinUrl}>
        Join the call
      </a>
    </p>
  )
}

type Ways = { phone: string | null; email: string }

function TooLate({ meeting, ways }: { meeting: Meeting; ways: Ways }) {
  const minutes = (Date.parse(meeting.start) - Date.parse(meeting.changeUntil)) / 60_000
  const { phone, email } = ways
  const list = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean)
  return (
    <p>
      Less than {hoursInWords(minutes / 60)} to go.
      {list.length > 0 && ` Please ${list.join(' or ')}.`}
    </p>
  )
}

const cancellers = {
  visitor: 'You cancelled it.',
  staff: 'We had to cancel it.',
  system: 'We could not confirm it. We are sorry.',
}

type Props = {
  meeting: Meeting
  stage: Stage
  path: string
  ways: Ways
  refusal: { message: string; reason: string; isOpen: boolean }
}

/** A call with the actions open to its visitor; works fully without script. */
export function MeetingSheet({ meeting, stage, path, ways, refusal }: Props) {
  const { start, zone, minutes, host, type, cancelledBy } = meeting
  const isToCome = stage === 'booked' || stage === 'pending'
  return (
    <div className="meeting">
      {refusal.message && <FormMessage>{refusal.message}</FormMessage>}
      {stage === 'past' && <p>This call was on</p>}
      <BothTimes start={start} zone={zone} />
      <p>
        {minutes} minutes with {host.name}
      </p>
      {stage === 'pending' && <p>We confirm this time by email.</p>}
      {stage === 'booked' && (
        <>
          <How meeting={meeting} />
          <p>
            <a className="link" href={meeting.icsUrl}>
              Add to calendar
            </a>
          </p>
        </>
      )}
      {stage === 'cancelled' && (
        <>
          {cancelledBy && <p>{cancellers[cancelledBy]}</p>}
          <div>
            <ButtonLink variant="primary" size="lg" href={`/book/${type}`}>
              Choose Another Time
            </ButtonLink>
          </div>
        </>
      )}
      {isToCome && !meeting.canChange && <TooLate meeting={meeting} ways={ways} />}
      {isToCome && meeting.canChange && (
        <div className="meeting-acts">
          <ButtonLink size="lg" href={`${path}?move=1&zone=${encodeURIComponent(zone)}#step`}>
            Move
          </ButtonLink>
          <details className="meeting-cancel" open={refusal.isOpen}>
            <summary className="btn btn-secondary size-lg">Cancel the Call</summary>
            <form method="post" action={path} className="booking-form" aria-label="Cancel the Call">
              <input type="hidden" name="action" value="cancel" />
              <input type="hidden" name="sequence" value={meeting.sequence} />
              <TextField
                id="call-reason"
                name="reason"
                label="Reason"
                optional
                limit={500}
                defaultValue={refusal.reason}
              />
              <div>
                <Button type="submit" variant="danger">
                  Yes, Cancel the Call
                </Button>
              </div>
            </form>
          </details>
        </div>
      )}
    </div>
  )
}
