import { data, redirect, useActionData } from 'react-router'
import { call, type Output, type Transport } from '#contract/endpoint.ts'
import { isFailure } from '#contract/failure.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { NotShown, RequestFrame } from '#features/inbox/request-status/request-frame.tsx'
import { browser } from '#web/api/browser.ts'
import { loaderHeaders, transportContext } from '#web/api/prefetch.ts'
import { firmOf } from '#web/firm.ts'
import { availability } from '../availability/contract.ts'
import { holds, meetings } from '../bookings/contract.ts'
import type { Route } from './+types/book-page.ts'
import { answerOf } from './page-answers.ts'
import {
  isTaken,
  mustChoose,
  noRefusal,
  type Refusal,
  readAsked,
  readOffered,
  showInAddress,
} from './page-forms.ts'
import { queryOf } from './query-of.ts'
import { TimePicker } from './time-picker.tsx'
import { dayIn } from './times.ts'
import { readAskedMonth, type Wanted } from './use-slots.ts'
import './visitor.css'

type Type = Output<typeof availability.show>

const ways = { video: 'video', phone: 'phone', in_person: 'in person' }

const unknown = 'There is no call to book here. Please check that you opened the whole link.'

function describe({ minutes, locations }: Type): string {
  const list = locations.map((one) => ways[one])
  return `${minutes} minutes, by ${list.join(' or ').replace('by in person', 'in person')}.`
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { name } = firmOf(matches)
  if (!loaderData?.type) {
    return [{ title: `Page Not Found | ${name}` }, { name: 'robots', content: 'noindex' }]
  }
  const { type, publicUrl, isPersonal } = loaderData
  return [
    { title: `${type.title} | ${name}` },
    { name: 'description', content: `Book a call with ${name}: ${describe(type)}` },
    ...(isPersonal
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link' as const, rel: 'canonical', href: `${publicUrl}/book/${type.slug}` }]),
  ]
}

export const headers = loaderHeaders

/** When the request was sent, in words, and its upcoming call. Unknown tokens are ignored. */
async function requestOf(transport: Transport, token: string) {
  if (!token) return { words: '', call: null }
  try {
    const { receivedAt, timeZone } = await call(transport, requests.show, { token })
    const { meeting } = await call(transport, meetings.ofRequest, { token })
    const isUpcoming =
      meeting && meeting.state !== 'cancelled' && Date.parse(meeting.end) > Date.now()
    return { words: dayIn(timeZone, receivedAt), call: isUpcoming ? meeting : null }
  } catch (error) {
    if (!isFailure(error)) throw error
    return { words: '', call: null }
  }
}

const askFor = (transport: Transport, type: string) => (wanted: Wanted) =>
  call(transport, availability.slots, { type, ...wanted })

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const transport = context.get(transportContext)
  const { origin, searchParams } = new URL(request.url)
  const asked = readAsked(searchParams)
  const nothing = { type: null, publicUrl: '', isPersonal: true, asked, slots: null }
  const none = { ...nothing, forRequest: '' }
  let type: Type
  try {
    type = await call(transport, availability.show, { slug: params.slug })
  } catch (error) {
    if (!isFailure(error)) throw error
    const isGone = error.code === 'not_found' || error.code === 'invalid_input'
    return data(
      { ...none, failure: isGone ? '' : error.message },
      isGone ? { status: 404 } : answerOf(error),
    )
  }
  const found = await requestOf(transport, asked.request)
  if (found.call) throw redirect(new URL(found.call.meetingUrl).pathname)
  const slots = await readAskedMonth(askFor(transport, params.slug), asked, type.zone).catch(
    (error) => {
      if (isFailure(error)) return null
      throw error
    },
  )
  const isPersonal = Boolean(asked.request || asked.chat || asked.replaces)
  return data(
    {
      type,
      publicUrl: origin,
      isPersonal,
      asked,
      slots,
      failure: '',
      forRequest: found.words,
    },
    {
      ...(!slots && { status: 503 }),
      headers: { ...(isPersonal && { 'x-robots-tag': 'noindex, nofollow' }) },
    },
  )
}

/** Holds the chosen time and redirects to its form. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const transport = context.get(transportContext)
  const form = await request.formData()
  const { zone, ...asked } = readAsked(form)
  const start = String(form.get('start') ?? '')
  const refuse = (more: Partial<Refusal>) => ({ ...noRefusal, ...more })
  if (!start) return data(refuse({ message: mustChoose }), { status: 400 })
  try {
    const { holdToken } = await call(transport, holds.create, {
      type: params.slug,
      start,
      zone,
      requestToken: asked.request,
      replaces: asked.replaces,
    })
    const query = queryOf({ zone, request: asked.request, chat: asked.chat })
    return redirect(`/book/holds/${holdToken}${query}#step`, 303)
  } catch (error) {
    if (!isFailure(error)) throw error
    const offered = isTaken(error.code) ? readOffered(form) : []
    return data(refuse({ message: error.message, offered }), answerOf(error))
  }
}

/** Free times of a meeting type; works fully without script. */
export default function BookPage({ loaderData, params }: Route.ComponentProps) {
  const refused = useActionData<Refusal>() ?? noRefusal
  const { type, slots, asked, forRequest, failure } = loaderData
  if (!type) return <NotShown failure={failure} unknown={unknown} />
  const { request, chat, replaces } = asked
  const path = `/book/${params.slug}`
  const kept = { request: forRequest && request, chat, replaces }
  return (
    <RequestFrame>
      <h1 id="step" tabIndex={-1} className="h1-page">
        {type.title}
      </h1>
      <div className="measure request-lead">
        <p className="lead">{describe(type)}</p>
        {type.description && <p className="whitespace-pre-line">{type.description}</p>}
      </div>
      {forRequest && <p>For your request of {forRequest}.</p>}
      <TimePicker
        ask={askFor(browser, params.slug)}
        first={slots}
        zone={asked.zone}
        day={asked.from}
        message={refused.message}
        offered={refused.offered}
        horizonDays={type.horizonDays}
        onShow={(shown) => showInAddress(path, kept, shown)}
        form={{ path, kept, label: 'Continue' }}
      />
    </RequestFrame>
  )
}
