import { useEffect, useRef, useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import { ApiError, sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { availability } from '../availability/contract.ts'
import { holds, meetings } from '../bookings/contract.ts'
import { BookingForm } from './booking-form.tsx'
import { BothTimes, headingOf } from './meeting-sheet.tsx'
import { closeStarts } from './page-answers.ts'
import { isTaken, noRefusal, queryOf, readDetails } from './page-forms.ts'
import { SlotFieldsets } from './slot-fieldsets.tsx'
import { ownZone, wholeTime, zoneInWords } from './times.ts'
import { useSlots, type Wanted } from './use-slots.ts'
import './visitor.css'

const type = 'consultation'
const daysShown = 5

type Hold = Output<typeof holds.create>
type Booked = Output<typeof meetings.create>
type Type = Output<typeof availability.show>

type Props = {
  requestUrl: string
  company: string
  headingId: string
  /** Reports the next step; `none` if no calls are taken or the call is booked. */
  onStep: (step: 'choose' | 'confirm' | 'none') => void
}

const ask = (wanted: Wanted) =>
  call(browser, availability.slots, {
    type,
    days: 14,
    zone: wanted.zone || undefined,
    from: wanted.from || undefined,
  })

/** Books the call of a request that was just sent. Renders nothing while nobody takes calls. */
export function CallAfterRequest({ requestUrl, company, headingId, onStep }: Props) {
  const [shown, setShown] = useState<Type | null>(null)
  const [hold, setHold] = useState<Hold | null>(null)
  const [isPicking, setPicking] = useState(true)
  const [booked, setBooked] = useState<Booked | null>(null)
  const [refused, setRefused] = useState(noRefusal)
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState('')
  const slots = useSlots(null, ask)
  const heading = useRef<HTMLHeadingElement>(null)
  const steps = useRef(0)
  const requestToken = requestUrl.split('/').at(-1) ?? ''
  const zone = slots.shown?.zone ?? 'UTC'
  const step = booked ? 'booked' : isPicking ? 'pick' : 'hold'

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once.
  useEffect(() => {
    call(browser, availability.show, { slug: type }).then(
      (found) => {
        setShown(found)
        if (found.open) void slots.show({ zone: ownZone(), from: '' })
      },
      () => onStep('none'),
    )
  }, [])
  useEffect(() => {
    if (!shown) return
    const isDone = !shown.open || step === 'booked'
    onStep(isDone ? 'none' : step === 'pick' && !chosen ? 'choose' : 'confirm')
  }, [shown, step, chosen, onStep])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of the step except the first.
  useEffect(() => {
    if (steps.current > 0) heading.current?.focus()
    steps.current += 1
  }, [step])

  /** @returns whether the act succeeded. */
  async function attempt(act: () => Promise<void>, start: string, form?: HTMLFormElement) {
    if (busy) return
    setBusy(true)
    try {
      await act()
      setRefused(noRefusal)
    } catch (error) {
      const { code, fields } = error instanceof ApiError ? error : { code: '', fields: {} }
      const taken = isTaken(code)
      setRefused({
        ...noRefusal,
        message: sentenceOf(error, 'Something went wrong. Please try again.'),
        problems: fields ?? {},
        ...(form && { details: readDetails(new FormData(form)) }),
        ...(taken && { action: 'taken', close: await closeStarts(start, zone, ask) }),
      })
      if (taken && !form) void slots.refetch()
    }
    setBusy(false)
  }

  const keep = async (start: string) => {
    const replaces = hold?.holdToken ?? ''
    return await call(browser, holds.create, { type, start, zone, requestToken, replaces })
  }

  const choose = () =>
    attempt(async () => {
      setHold(await keep(chosen))
      setPicking(false)
    }, chosen)

  function confirm(form: HTMLFormElement) {
    if (!hold) return
    const data = new FormData(form)
    const { contact, ...details } = readDetails(data)
    const other = String(data.get('start') ?? '')
    void attempt(
      async () => {
        const held = other ? await keep(other) : hold
        setHold(held)
        const page = location.pathname + location.hash
        const about = { ...details, contact: contact as 'video', zone, requestToken, page }
        const filledInMs = Math.round(performance.now())
        setBooked(
          await call(browser, meetings.create, { ...about, holdToken: held.holdToken, filledInMs }),
        )
      },
      other || hold.start,
      form,
    )
  }

  async function extend() {
    if (!hold) return
    try {
      const { holdToken: token } = hold
      setHold({ ...hold, ...(await call(browser, holds.extend, { token })) })
    } catch (error) {
      setRefused({
        ...noRefusal,
        message: sentenceOf(error, 'The time could not be kept for longer.'),
      })
    }
  }

  if (!shown?.open) return null
  const title = booked
    ? headingOf(booked.state)
    : isPicking
      ? 'Choose a time for the call'
      : 'Confirm the call'
  return (
    <section className="call-block" aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1} className="consultation-legend">
        {title}
      </h3>
      {booked && <Booked booked={booked} />}
      {step === 'hold' && hold && (
        <>
          <p>
            <time dateTime={hold.start}>{wholeTime(zone, hold.start)}</time>, {shown.minutes}{' '}
            minutes with {hold.host.name}
          </p>
          <BookingForm
            action=""
            hidden={{}}
            zone={zone}
            expiresAt={hold.expiresAt}
            phase="kept"
            mayExtend
            locations={shown.locations}
            known={{ isPerson: true, isCompany: company !== '', phone: '' }}
            refused={refused}
            busy={busy}
            otherTime={{
              onClick: () => {
                setPicking(true)
                setRefused(noRefusal)
              },
            }}
            onExtend={extend}
            onSubmit={confirm}
          />
        </>
      )}
      {step === 'pick' && (
        <>
          <p role="status" className="sr-only">
            {slots.said}
          </p>
          {slots.failure && (
            <ErrorState
              message={slots.failure}
              onRetry={slots.refetch}
              retrying={slots.isLoading}
            />
          )}
          {refused.message && <FormMessage>{refused.message}</FormMessage>}
          {slots.shown && (
            <>
              <p>Times in {zoneInWords(zone)}</p>
              {slots.shown.toBeConfirmed && (
                <FormMessage tone="note">
                  We cannot see our calendars right now. Pick a time; we confirm it by email.
                </FormMessage>
              )}
              <SlotFieldsets
                slots={slots.shown}
                max={daysShown}
                chosen={chosen}
                onChoose={setChosen}
              />
              <div className="meeting-acts">
                {slots.shown.days.length > 0 && (
                  <Button variant="primary" busy={busy} disabled={!chosen} onClick={choose}>
                    Continue
                  </Button>
                )}
                <ButtonLink
                  href={`/book/${type}${queryOf({ zone: slots.shown.zone, request: requestToken })}`}
                >
                  More Times
                </ButtonLink>
              </div>
            </>
          )}
          <p>Later: the link is in your email and on your request page.</p>
        </>
      )}
    </section>
  )
}

function Booked({ booked }: { booked: Booked }) {
  const path = new URL(booked.meetingUrl).pathname
  return (
    <>
      <BothTimes start={booked.start} zone={booked.zone} />
      <p>With {booked.host.name}</p>
      {booked.state === 'pending' && <p>We confirm this time by email.</p>}
      {booked.mail === 'off' && (
        <p>
          We cannot send mail from this site. Add the call to your calendar or keep{' '}
          <a className="link" href={path}>
            its address
          </a>
          .
        </p>
      )}
      <div className="meeting-acts">
        <ButtonLink href={booked.icsUrl}>Add to Calendar</ButtonLink>
        <ButtonLink href={`${path}?move=1&zone=${encodeURIComponent(booked.zone)}#step`}>
          Move
        </ButtonLink>
        <ButtonLink href={`${path}#step`}>Cancel</ButtonLink>
      </div>
    </>
  )
}
