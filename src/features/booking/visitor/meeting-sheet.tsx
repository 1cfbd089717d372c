import type { Output } from '#contract/endpoint.ts'
import { hoursInWords } from '#features/content/business-hours/reply-time.ts'
import { Counterfoil, Line } from '#features/inbox/request-status/request-sheet.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import type { meetings } from '../bookings/contract.ts'
import { BothTimes } from './both-times.tsx'
import { wholeTime } from './times.ts'

export type Meeting = Output<typeof meetings.show>

export type Stage = 'booked' | 'pending' | 'cancelled' | 'past'

export const stageOf = ({ state, end }: Meeting, now: number): Stage =>
  state !== 'cancelled' && Date.parse(end) <= now ? 'past' : state

const headings: Record<Stage, string> = {
  booked: 'Your call is booked',
  pending: 'Not confirmed yet',
  cancelled: 'Your call is cancelled',
  past: 'This call is over',
}

export const headingOf = (stage: Stage, before: string) =>
  stage === 'booked' && before ? 'Your call is moved' : headings[stage]

const cancellers = {
  visitor: 'You cancelled it.',
  staff: 'We had to cancel it.',
  system: 'We could not confirm it. We are sorry.',
}

/** The opening sentences of the page, by the state of the call. */
export function leadOf({ mail, email, cancelledBy, contact }: Meeting, stage: Stage): string {
  const isOff = mail === 'off' || !email
  // The word joiner keeps 'a…@example.com' in one line.
  const address = email?.replace('…', '…\u2060')
  if (stage === 'cancelled') return cancelledBy ? cancellers[cancelledBy] : ''
  if (stage === 'past') return 'Thank you for your time.'
  if (stage === 'pending') {
    return `We check our calendar and ${isOff ? 'say so on this page' : `write to ${address}`}, usually within an hour and always before the call begins.${isOff ? ' Keep this page’s address.' : ''}`
  }
  if (isOff) return 'We cannot send mail: keep this page’s address.'
  return `We sent an invitation to ${address}.${contact === 'phone' ? ' Keep your phone close.' : ''}`
}

function howInWords({ contact, phone, joinUrl, hasLink }: Meeting, stage: Stage): string {
  if (contact === 'in_person') return 'In person'
  if (contact === 'phone')
    return phone && stage === 'booked' ? `We call you at ${phone}` : 'By phone'
  if (stage !== 'booked') return 'By video'
  return joinUrl && hasLink
    ? 'By video; the link is below'
    : 'By video. Your host sends the link before the call.'
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

type Props = {
  meeting: Meeting
  stage: Stage
  /** The start before it was moved, if that has just happened. */
  before: string
  path: string
  ways: Ways
  /** Whether it is time to join. */
  isSoon: boolean
  refusal: { message: string; reason: string; isOpen: boolean }
}

/** A call with the actions open to its visitor; works fully without script. */
export function MeetingSheet({ ways, before, ...acts }: Props) {
  const { meeting, stage, refusal } = acts
  const { start, zone, minutes, host, title, number, note } = meeting
  const isToCome = stage === 'booked' || stage === 'pending'
  return (
    <>
      {refusal.message && <FormMessage>{refusal.message}</FormMessage>}
      <Counterfoil
        title={title}
        number={null}
        stub={
          <>
            <BothTimes start={start} zone={zone} isOff={stage === 'cancelled'} />
            {before && (
              <p className="meeting-before">
                Before: <s>{wholeTime(zone, before)}</s>
              </p>
            )}
          </>
        }
        heading="Your call"
      >
        <dl>
          <Line term="With">
            {host.portraitUrl && (
              <img
                src={host.portraitUrl}
                width={40}
                height={40}
                alt=""
                className="counterfoil-portrait"
              />
            )}
            {host.name}
          </Line>
          <Line term="Length">{minutes} minutes</Line>
          <Line term="How">{howInWords(meeting, stage)}</Line>
          <Line term="What you wrote">{note}</Line>
          <Line term="Number">{number}</Line>
        </dl>
      </Counterfoil>
      {isToCome && !meeting.canChange && <TooLate meeting={meeting} ways={ways} />}
      <Acts {...acts} />
    </>
  )
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

function Acts({ meeting, stage, path, isSoon, refusal }: Omit<Props, 'ways' | 'before'>) {
  const { zone, joinUrl, hasLink, icsUrl, canChange, sequence, bookUrl } = meeting
  const isToCome = stage === 'booked' || stage === 'pending'
  return (
    <div className="meeting-acts no-print">
      {stage === 'booked' && (
        <ButtonLink variant={isSoon ? 'secondary' : 'primary'} size="lg" href={icsUrl}>
          Add to Calendar
        </ButtonLink>
      )}
      {stage === 'booked' && joinUrl && hasLink && (
        <ButtonLink variant={isSoon ? 'primary' : 'secondary'} size="lg" href={joinUrl}>
          Join
        </ButtonLink>
      )}
      {stage === 'cancelled' && bookUrl && (
        <ButtonLink variant="primary" size="lg" href={pathOf(bookUrl)}>
          Choose Another Time
        </ButtonLink>
      )}
      {isToCome && canChange && (
        <ButtonLink size="lg" href={`${path}?move=1&zone=${encodeURIComponent(zone)}#step`}>
          Move
        </ButtonLink>
      )}
      {stage !== 'cancelled' && (
        <Button size="lg" className="needs-script" onClick={() => print()}>
          Print
        </Button>
      )}
      {isToCome && canChange && (
        <details className="meeting-cancel" open={refusal.isOpen}>
          <summary className="btn btn-secondary size-lg">Cancel the Call</summary>
          <form method="post" action={path} className="booking-form" aria-label="Cancel the Call">
            <input type="hidden" name="action" value="cancel" />
            <input type="hidden" name="sequence" value={sequence} />
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
      )}
    </div>
  )
}
