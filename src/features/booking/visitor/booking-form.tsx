import { useEffect, useRef, useState } from 'react'
import { maxPhoneLength } from '#contract/phone-number.ts'
import { Honeypot, ProblemSummary } from '#features/leads/contact-form/public-form.tsx'
import { useHydrated } from '#web/ui/browser-state.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { CloseTimes } from './close-times.tsx'
import type { Details, Problems, Refusal } from './page-forms.ts'
import { timeIn } from './times.ts'
import { useKeptDetails } from './use-kept-details.ts'

const labels = { video: 'Video call', phone: 'Phone call', in_person: 'In person' }

type Locations = (keyof typeof labels)[]

/** What is already known of the person from their request or chat. */
export type Known = { isPerson: boolean; phone: string }

const minuteMs = 60_000

export type Phase = 'kept' | 'ending' | 'ended'

/** The phase of a hold at a time in milliseconds. */
export function phaseOf(expiresAt: string, now: number): Phase {
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'ended'
  return left <= minuteMs ? 'ending' : 'kept'
}

/** Updates a minute before the end of a hold, and at its end. */
function useHoldPhase(expiresAt: string | undefined, first: Phase): Phase {
  const [phase, setPhase] = useState(first)
  useEffect(() => {
    if (!expiresAt) return
    const update = () => setPhase(phaseOf(expiresAt, Date.now()))
    update()
    const left = Date.parse(expiresAt) - Date.now()
    const waits = [left - minuteMs, left].filter((wait) => wait > 0)
    const timers = waits.map((wait) => setTimeout(update, wait))
    return () => timers.forEach(clearTimeout)
  }, [expiresAt])
  return phase
}

type Props = {
  action: string
  hidden: Record<string, string>
  zone: string
  /** Absent for a time that is not held, because it was offered. */
  expiresAt?: string
  /** The phase when the page was rendered. */
  phase?: Phase
  mayExtend?: boolean
  locations: Locations
  known: Known
  refused: Refusal
  /** Whether the time is over, so that nobody took it. */
  isPast?: boolean
  /** Extends the hold in place. */
  onExtend?: () => void
}

/** Confirms a time that is held for the visitor. */
export function BookingForm(props: Props) {
  const { hidden, zone, locations, known, refused, onExtend } = props
  const { details, problems } = refused
  const phase = useHoldPhase(props.expiresAt, props.phase ?? 'kept')
  const [contact, setContact] = useState<string>(details.contact || (locations[0] ?? ''))
  const [chosen, setChosen] = useState('')
  const isScripted = useHydrated()
  const status = useRef<HTMLParagraphElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const keep = useKeptDetails(form)

  return (
    <form
      ref={form}
      method="post"
      action={props.action}
      noValidate
      aria-label="Confirm the call"
      onInput={keep}
      className="booking-form"
    >
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <p ref={status} tabIndex={-1} role="status">
        {phase === 'kept' &&
          props.expiresAt &&
          `Kept for you until ${timeIn(zone, props.expiresAt)}.`}
        {phase === 'ending' && 'One minute left.'}
        {phase === 'ended' && 'No longer kept for you. Confirming still works if the time is free.'}
      </p>
      <ProblemSummary
        prefix="call"
        problems={problems as Record<string, string>}
        attempt={Object.keys(problems).length > 0 ? 1 : 0}
      />
      {refused.message && Object.keys(problems).length === 0 && refused.close.length === 0 && (
        <FormMessage>{refused.message}</FormMessage>
      )}
      {refused.action === 'taken' && (
        <>
          <CloseTimes
            why={props.isPast ? 'This time is over.' : 'Somebody was faster.'}
            starts={refused.close}
            zone={zone}
            chosen={chosen}
            onChoose={setChosen}
          />
          {isScripted && <input type="hidden" name="start" value={chosen} />}
        </>
      )}
      <Person known={known} details={details} problems={problems} />
      {locations.length > 1 ? (
        <RadioGroup
          id="call-contact"
          legend="How"
          name="contact"
          options={locations.map((value) => ({ value, label: labels[value] }))}
          defaultValue={contact}
          onChange={({ target }) => setContact(target.value)}
          error={problems.contact}
          inline
        />
      ) : (
        <input type="hidden" name="contact" value={locations[0] ?? ''} />
      )}
      {locations.includes('phone') && (
        <div
          className={isScripted && contact !== 'phone' && !problems.phone ? 'hidden' : undefined}
        >
          <TextField
            id="call-phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            limit={maxPhoneLength}
            label="Phone"
            required={isScripted && contact === 'phone' && !known.phone}
            hint={
              known.phone ? `We call ${known.phone} if you leave this empty.` : 'For a phone call.'
            }
            defaultValue={details.phone}
            error={problems.phone}
          />
        </div>
      )}
      <TextAreaField
        id="call-note"
        name="note"
        label="What is it for?"
        optional
        rows={2}
        limit={2000}
        defaultValue={details.note}
        error={problems.note}
      />
      <Honeypot prefix="call" />
      <div className="meeting-acts">
        <Button type="submit" variant="primary" size="lg">
          Confirm the Call
        </Button>
        {phase === 'ending' && props.mayExtend && (
          <Button
            size="lg"
            type={isScripted ? 'button' : 'submit'}
            name="action"
            value="extend"
            onClick={() => {
              status.current?.focus()
              onExtend?.()
            }}
          >
            Keep This Time
          </Button>
        )}
      </div>
    </form>
  )
}

function Person(props: { known: Known; details: Details; problems: Problems }) {
  const { known, details, problems } = props
  return (
    <>
      {!known.isPerson && (
        <>
          <TextField
            id="call-name"
            name="name"
            label="Name"
            required
            autoComplete="name"
            limit={200}
            defaultValue={details.name}
            error={problems.name}
          />
          <TextField
            id="call-email"
            name="email"
            type="email"
            label="Email"
            required
            autoComplete="email"
            limit={254}
            defaultValue={details.email}
            error={problems.email}
          />
        </>
      )}
    </>
  )
}
