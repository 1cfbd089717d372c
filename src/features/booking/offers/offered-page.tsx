import { data, redirect, useActionData } from 'react-router'
import { call, type Output } from '#contract/endpoint.ts'
import { isFailure } from '#contract/failure.ts'
import { NotShown, RequestFrame } from '#features/inbox/request-status/request-frame.tsx'
import { loaderHeaders, transportContext } from '#web/api/prefetch.ts'
import { firmOf } from '#web/firm.ts'
import { useHydrated } from '#web/ui/browser-state.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { holds, meetings } from '../bookings/contract.ts'
import { BookingForm } from '../visitor/booking-form.tsx'
import { BothTimes } from '../visitor/both-times.tsx'
import { answerOf, closeStarts, confirmFromForm, refuseForm } from '../visitor/page-answers.ts'
import { noRefusal, type Refusal, readAsked } from '../visitor/page-forms.ts'
import { queryOf } from '../visitor/query-of.ts'
import { ownZone } from '../visitor/times.ts'
import '../visitor/visitor.css'
import type { Route } from './+types/offered-page.ts'
import { callOffers } from './contract.ts'

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const title = loaderData?.offer ? loaderData.offer.type.title : 'Page Not Found'
  return [
    { title: `${title} | ${firmOf(matches).name}` },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

export const headers = loaderHeaders

const unknown = 'This time can no longer be booked. Please check that you opened the whole link.'

type Offer = Output<typeof callOffers.offered>

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const transport = context.get(transportContext)
  const { searchParams } = new URL(request.url)
  const asked = readAsked(searchParams)
  const at = searchParams.get('at') ?? ''
  const host = searchParams.get('host') ?? ''
  const nothing = { offer: null, asked, host, close: [] as string[] }
  let offer: Offer
  try {
    const { request: token, chat } = asked
    offer = await call(transport, callOffers.offered, {
      type: params.slug,
      at,
      ...(host && { host }),
      request: token,
      chat,
    })
    if (token) {
      const { meeting } = await call(transport, meetings.ofRequest, { token })
      const isToCome = meeting?.state !== 'cancelled' && Date.parse(meeting?.end ?? '') > Date.now()
      if (meeting && isToCome) throw redirect(new URL(meeting.meetingUrl).pathname)
    }
  } catch (error) {
    if (!isFailure(error)) throw error
    const isGone = error.code === 'not_found' || error.code === 'invalid_input'
    const failure = isGone ? '' : error.message
    return data({ ...nothing, failure }, isGone ? { status: 404 } : answerOf(error))
  }
  const { start, zone } = offer
  const close = offer.isFree ? [] : await closeStarts(transport, params.slug, zone, start)
  return data({ offer, asked, host, close, failure: '' })
}

/** Books the offered time, or another one that is close to it. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const transport = context.get(transportContext)
  const form = await request.formData()
  const { zone, request: requestToken } = readAsked(form)
  const text = (name: string) => String(form.get(name) ?? '')
  const type = params.slug
  const start = text('start') || text('at')
  const host = text('host')
  // The form may have been refused before, and its time is held since.
  let kept = { hold: text('start') ? '' : text('hold'), expiresAt: text('expiresAt'), start }
  try {
    if (!kept.hold) {
      const wanted = { type, start, zone, requestToken, ...(host && { host }) }
      const { holdToken, expiresAt } = await call(transport, holds.create, wanted)
      kept = { hold: holdToken, expiresAt, start }
    }
    const confirmed = { holdToken: kept.hold, page: `/book/${type}/offer` }
    return await confirmFromForm(transport, form, confirmed)
  } catch (error) {
    return refuseForm(transport, form, error, { type, start, kept })
  }
}

/** A time that was offered in a mail or a chat: one press books it. */
export default function OfferedPage({ loaderData, params }: Route.ComponentProps) {
  const refused = useActionData<Refusal>() ?? noRefusal
  const { offer, asked, close, host, failure } = loaderData
  const isScripted = useHydrated()
  if (!offer) return <NotShown failure={failure} unknown={unknown} />
  const { type, known } = offer
  const start = refused.start || offer.start
  // A form that was refused holds its time, which is free to nobody else.
  const isFree = offer.isFree || Boolean(refused.hold)
  const { request, chat } = asked
  const zone = asked.zone || (isScripted && ownZone()) || offer.zone
  const taken: Refusal = { ...noRefusal, action: 'taken', close }
  return (
    <RequestFrame>
      <h1 id="step" tabIndex={-1} className="h1-page">
        {type.title}
      </h1>
      <div className="hold">
        <section className="hold-time" aria-label="The offered time">
          <BothTimes start={start} zone={zone} isOff={!isFree} />
          <p className="hold-with">
            {type.minutes} minutes{offer.host && ` with ${offer.host}`}
          </p>
          <ButtonLink
            className="hold-change"
            href={`/book/${type.slug}${queryOf({ zone, request, chat })}`}
          >
            Other Times
          </ButtonLink>
        </section>
        <BookingForm
          action={`/book/${params.slug}/offer${queryOf({ at: start, zone, request, chat, host })}`}
          hidden={{
            zone,
            request,
            chat,
            host,
            at: start,
            hold: refused.hold,
            expiresAt: refused.expiresAt,
          }}
          zone={zone}
          expiresAt={refused.expiresAt || undefined}
          locations={type.locations}
          known={{ ...known, phone: '' }}
          refused={isFree || refused.action ? refused : taken}
          isPast={Date.parse(start) < Date.now()}
        />
      </div>
    </RequestFrame>
  )
}
