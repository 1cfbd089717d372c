import { useEffect } from 'react'
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
import { headingOf, leadOf, MeetingSheet, stageOf } from './meeting-sheet.tsx'
import { answerOf } from './page-answers.ts'
import { isTaken, mustChoose, readAsked, readOffered, showInAddress } from './page-forms.ts'
import type { Slots } from './picker-days.ts'
import { queryOf } from './query-of.ts'
import { TimePicker } from './time-picker.tsx'
import { dateIn, wholeTime } from './times.ts'
import { forgetDetails } from './use-kept-details.ts'
import { readAskedMonth, type Wanted } from './use-slots.ts'
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
  call(transport, meetings.slots, { token, ...wanted })

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
    const moved = searchParams.get('before') ?? ''
    const before = Number.isNaN(Date.parse(moved)) ? '' : moved
    const isMoving = searchParams.has('move') && meeting.canChange
    const day = from || dateIn(meeting.zone, meeting.start)
    if (isMoving) {
      const asked = { zone, from: day }
      slots = await readAskedMonth(askFor(transport, token), asked, meeting.zone).catch((error) => {
        if (isFailure(error)) return null
        throw error
      })
    }
    const isSoon = Date.parse(meeting.start) - now < 60 * 60_000
    return data({ meeting, stage, isSoon, before, isMoving, day, slots, ways, failure: '' })
  } catch (error) {
    if (!isFailure(error)) throw error
    const failure = error.code === 'not_found' ? '' : error.message
    const nothing = {
      meeting: null,
      stage: 'past' as const,
      isSoon: false,
      before: '',
      isMoving: false,
      day: '',
      slots,
    }
    return data({ ...nothing, ways, failure }, answerOf(error))
  }
}

type Refused = { action: string; message: string; reason: string; offered: string[] }

const notRefused: Refused = { action: '', message: '', reason: '', offered: [] }

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
    const offered = isTaken(error.code) ? readOffered(form) : []
    return data<Refused>(refuse(error.message, { offered }), answerOf(error))
  }
  const before = name === 'move' && text('before') !== start ? text('before') : ''
  return redirect(`/meetings/${token}${queryOf({ before })}#step`, 303)
}

/** The page of a call for its visitor; works fully without script. */
export default function MeetingPage({ loaderData, params: { token } }: Route.ComponentProps) {
  const refused = useActionData<Refused>() ?? notRefused
  const { meeting, stage, isSoon, before, isMoving, day, slots, ways, failure } = loaderData
  useEffect(() => void forgetDetails(), [])
  if (!meeting) return <NotShown failure={failure} unknown={unknown} />
  const path = `/meetings/${token}`
  const { message, reason, offered, action: acted } = refused
  if (isMoving) {
    const kept = { move: '1' }
    const sent = { action: 'move', sequence: String(meeting.sequence), before: meeting.start }
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
        <TimePicker
          ask={askFor(browser, token)}
          first={slots}
          zone={slots?.zone ?? meeting.zone}
          day={day}
          present={meeting.start}
          message={message}
          offered={offered}
          onShow={(shown) => showInAddress(path, kept, shown)}
          form={{ path, kept, sent, label: 'Move the Call' }}
        />
      </RequestFrame>
    )
  }
  return (
    <RequestFrame>
      <h1 id="step" tabIndex={-1} className="h1-page">
        {headingOf(stage, before)}
      </h1>
      <p className="lead request-lead measure">{leadOf(meeting, stage)}</p>
      <MeetingSheet
        meeting={meeting}
        stage={stage}
        before={before}
        isSoon={isSoon}
        path={path}
        ways={ways}
        refusal={{ message, reason, isOpen: acted === 'cancel' }}
      />
    </RequestFrame>
  )
}
