import { useState } from 'react'
import { data, redirect, useActionData } from 'react-router'
import { call, type Output, type Transport } from '#contract/endpoint.ts'
import { isFailure } from '#contract/failure.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { NotShown, RequestFrame } from '#features/inbox/request-status/request-frame.tsx'
import { sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { loaderHeaders, transportContext } from '#web/api/prefetch.ts'
import { siteContext } from '#web/api/site-context.ts'
import { firmOf } from '#web/firm.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { holds, visits } from '../bookings/contract.ts'
import type { Route } from './+types/hold-page.ts'
import { BookingForm, type Known, phaseOf } from './booking-form.tsx'
import { BothTimes } from './both-times.tsx'
import { answerOf, confirmFromForm, refuseForm } from './page-answers.ts'
import { noRefusal, type Refusal, readAsked, readDetails } from './page-forms.ts'
import { queryOf } from './query-of.ts'
import { dateIn } from './times.ts'
import './visitor.css'

const unknown = 'This time is no longer kept. Please choose another.'

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: `Confirm your call | ${firmOf(matches).name}` },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

export const headers = loaderHeaders

type Hold = Output<typeof visits.hold>

/** What is known of the person from their request, or else from their chat. */
async function personOf(transport: Transport, token: string, { known }: Hold): Promise<Known> {
  const nobody = { isPerson: known.isPerson, phone: '' }
  if (!token) return nobody
  try {
    const { sent } = await call(transport, requests.show, { token })
    const phone = sent.answers.find(({ question }) => question === 'Phone')?.answer ?? ''
    return { isPerson: true, phone }
  } catch (error) {
    if (!isFailure(error)) throw error
    return nobody
  }
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const transport = context.get(transportContext)
  const { searchParams } = new URL(request.url)
  const { zone: given, ...asked } = readAsked(searchParams)
  const { timeZone } = context.get(siteContext).settings.hours
  const zone = given || timeZone
  let hold: Hold
  try {
    hold = await call(transport, visits.hold, { token: params.token, chat: asked.chat })
  } catch (error) {
    if (!isFailure(error)) throw error
    const failure = error.code === 'not_found' ? '' : error.message
    const known = { isPerson: false, phone: '' }
    return data(
      { hold: null, phase: 'ended' as const, asked, zone, known, failure },
      answerOf(error),
    )
  }
  if (hold.meetingUrl) throw redirect(new URL(hold.meetingUrl).pathname)
  const known = await personOf(transport, asked.request, hold)
  const phase = phaseOf(hold.expiresAt, Date.now())
  return data({ hold, phase, asked, zone, known, failure: '' })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const transport = context.get(transportContext)
  const form = await request.formData()
  const { zone, request: requestToken } = readAsked(form)
  const text = (name: string) => String(form.get(name) ?? '')
  const [type, start] = [text('type'), text('start')]
  let holdToken = text('hold') || params.token
  let held = text('was')
  let expiresAt = text('expiresAt')
  try {
    if (text('action') === 'extend') {
      await call(transport, holds.extend, { token: holdToken })
      return data<Refusal>({ ...noRefusal, details: readDetails(form) })
    }
    if (start) {
      // The old hold stays until it expires, because its page still shows what was typed.
      const made = await call(transport, holds.create, { type, start, zone, requestToken })
      holdToken = made.holdToken
      held = made.start
      expiresAt = made.expiresAt
    }
    return await confirmFromForm(transport, form, { holdToken, page: `/book/${type}` })
  } catch (error) {
    const kept = { hold: holdToken === params.token ? '' : holdToken, start: held, expiresAt }
    return refuseForm(transport, form, error, { type, start: start || text('was'), kept })
  }
}

/** The form that confirms a time held for the visitor; works fully without script. */
export default function HoldPage({ loaderData, params }: Route.ComponentProps) {
  const refused = useActionData<Refusal>() ?? noRefusal
  const { hold, phase, asked, zone, known, failure } = loaderData
  const [kept, setKept] = useState<{ expiresAt?: string; problem?: string }>({})
  if (!hold) return <NotShown failure={failure} unknown={unknown} />
  const { type, host } = hold
  const { request, chat } = asked
  const start = refused.start || hold.start
  const from = dateIn(zone, start)
  const other = queryOf({ zone, from, request, chat, replaces: params.token })

  async function extend() {
    try {
      const token = refused.hold || params.token
      const { expiresAt } = await call(browser, holds.extend, { token })
      setKept({ expiresAt })
    } catch (error) {
      setKept({ problem: sentenceOf(error, 'The time could not be kept for longer.') })
    }
  }

  return (
    <RequestFrame>
      <h1 id="step" tabIndex={-1} className="h1-page">
        {type.title}
      </h1>
      <div className="hold">
        <section className="hold-time" aria-label="The chosen time">
          <BothTimes start={start} zone={zone} />
          <p className="hold-with">
            {type.minutes} minutes with {host.name}
          </p>
          <ButtonLink className="hold-change" href={`/book/${type.slug}${other}`}>
            Change
          </ButtonLink>
        </section>
        <BookingForm
          action={`/book/holds/${params.token}${queryOf({ zone, request, chat })}`}
          hidden={{
            zone,
            request,
            chat,
            type: type.slug,
            hold: refused.hold,
            expiresAt: refused.expiresAt,
            was: start,
          }}
          zone={zone}
          expiresAt={kept.expiresAt ?? (refused.expiresAt || hold.expiresAt)}
          phase={refused.expiresAt ? 'kept' : phase}
          mayExtend={hold.mayExtend || refused.hold !== ''}
          locations={type.locations}
          known={known}
          refused={kept.problem ? { ...refused, message: kept.problem } : refused}
          onExtend={extend}
        />
      </div>
    </RequestFrame>
  )
}
