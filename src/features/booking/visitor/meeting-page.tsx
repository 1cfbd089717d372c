import { data, redirect, useActionData } from 'react-router'
import { call, type Transport } from '#contract/endpoint.ts'
import { isFailure } from '#contract/failure.ts'
import { NotShown, RequestFrame } from '#features/inbox/request-status/request-frame.tsx'
import { browser } from '#web/api/browser.ts'
import { loaderHeaders, transportContext } from '#web/api/prefetch.ts'
import { siteContext } from '#web/api/site-context.ts'
import { firmOf } from '#web/firm.ts'
import { meetings } from '../bookings/contract.ts'
import type { Route } from './+types/meeting-page.ts'
import { headingOf, MeetingSheet, stageOf } from './meeting-sheet.tsx'
import { answerOf, closeStarts } from './page-answers.ts'
import { isTaken, readAsked } from './page-forms.ts'
import { mustChoose, SlotForm } from './slot-form.tsx'
import { dateIn, wholeTime } from './times.ts'
import type { Slots, Wanted } from './use-slots.ts'
import './visitor.css'

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: `Your call | ${firmOf(matches).name}` },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

export const headers = loaderHeaders

const unknown =
  'This link is not valid, or its call is no longer shown. Please check that you opened the whole link.'

const askFor = (transport: Transport, token: string) => (wanted: Wanted) =>
  call(transport, meetings.slots, {
    token,
    days: 7,
    zone: wanted.zone || undefined,
    from: wanted.from || undefined,
  })

export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  const transport = context.get(transportContext)
  const { searchParams } = new URL(request.url)
  const { zone, from } = readAsked(searchParams)
  const { phone, email } = context.get(siteContext).settings.contact
  const ways = { phone, email }
  const now = Date.now()
  let slots: Slots | null = null
  try {
    const meeting = await call(transport, meetings.show, { token })
    const stage = stageOf(meeting, now)
    const isMoving = searchParams.has('move') && meeting.canChange
    const ask = askFor(transport, token)
    if (isMoving) {
      slots = await ask({ zone: zone || meeting.zone, from }).catch((error) => {
        if (isFailure(error) && error.code === 'invalid_input') return ask({ zone: '', from: '' })
        if (isFailure(error)) return null
        throw error
      })
    }
    const today = dateIn(slots?.zone ?? meeting.zone, new Date(now))
    return data({ meeting, stage, isMoving, slots, today, ways, failure: '' })
  } catch (error) {
    if (!isFailure(error)) throw error
    const failure = error.code === 'not_found' ? '' : error.message
    const nothing = { meeting: null, stage: 'past' as const, isMoving: false, slots, today: '' }
    return data({ ...nothing, ways, failure }, answerOf(error))
  }
}

type Refused = { action: string; message: string; reason: string; close: string[] }

const notRefused: Refused = { action: '', message: '', reason: '', close: [] }

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const transport = context.get(transportContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const [name, start, reason] = [text('action'), text('start'), text('reason')]
  const sequence = Number.parseInt(text('sequence'), 10)
  const { zone } = readAsked(form)
  const refuse = (message: string, more: Partial<Refused> = {}) => ({
    ...notRefused,
    action: name,
    message,
    reason,
    ...more,
  })
  if (name !== 'move' && name !== 'cancel') {
    const message = 'This form is not complete. Please use one of the buttons below.'
    return data<Refused>(refuse(message), { status: 400 })
  }
  if (name === 'move' && !start) return data<Refused>(refuse(mustChoose), { status: 400 })
  try {
    if (name === 'cancel') await call(transport, meetings.cancel, { token, sequence, reason })
    else await call(transport, meetings.move, { token, start, zone, sequence })
  } catch (error) {
    if (!isFailure(error)) throw error
    const close = isTaken(error.code)
      ? await closeStarts(start, zone, askFor(transport, token))
      : []
    return data<Refused>(refuse(error.message, { close }), answerOf(error))
  }
  return redirect(`/meetings/${token}#step`, 303)
}

/** The page of a call for its visitor; works fully without script. */
export default function MeetingPage({ loaderData, params: { token } }: Route.ComponentProps) {
  const refused = useActionData<Refused>() ?? notRefused
  const { meeting, stage, isMoving, slots, today, ways, failure } = loaderData
  if (!meeting) return <NotShown failure={failure} unknown={unknown} />
  const path = `/meetings/${token}`
  const { message, reason, close, action: acted } = refused
  if (isMoving) {
    return (
      <RequestFrame>
        <h1 id="step" tabIndex={-1} className="h1-page">
          Move your call
        </h1>
        <p>
          Now: <time dateTime={meeting.start}>{wholeTime(meeting.zone, meeting.start)}</time>.{' '}
          <a className="link" href={`${path}#step`}>
            Keep it
          </a>
        </p>
        <SlotForm
          first={slots}
          ask={askFor(browser, token)}
          path={path}
          kept={{ move: '1' }}
          sent={{ action: 'move', sequence: String(meeting.sequence) }}
          isZoneGiven
          today={today}
          message={message}
          close={close}
          present={meeting.start}
          label="Move the call"
        />
      </RequestFrame>
    )
  }
  return (
    <RequestFrame>
      <h1 id="step" tabIndex={-1} className="h1-page">
        {headingOf(stage)}
      </h1>
      <MeetingSheet
        meeting={meeting}
        stage={stage}
        path={path}
        ways={ways}
        refusal={{ message, reason, isOpen: acted === 'cancel' }}
      />
    </RequestFrame>
  )
}
