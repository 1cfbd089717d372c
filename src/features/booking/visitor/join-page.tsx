import { data, redirect } from 'react-router'
import { call, type Output } from '#contract/endpoint.ts'
import { isFailure } from '#contract/failure.ts'
import { NotShown, RequestFrame } from '#features/inbox/request-status/request-frame.tsx'
import { loaderHeaders, transportContext } from '#web/api/prefetch.ts'
import { firmOf } from '#web/firm.ts'
import { visits } from '../bookings/contract.ts'
import type { Route } from './+types/join-page.ts'
import { BothTimes } from './both-times.tsx'
import { answerOf } from './page-answers.ts'
import './visitor.css'

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: `Join the call | ${firmOf(matches).name}` },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

export const headers = loaderHeaders

const unknown =
  'This link is not valid, or its call is no longer shown. Please check that you opened the whole link.'

/** Redirects to the place of the call. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  let found: Output<typeof visits.join>
  try {
    found = await call(context.get(transportContext), visits.join, { token })
  } catch (error) {
    if (!isFailure(error)) throw error
    const failure = error.code === 'not_found' ? '' : error.message
    return data({ joined: null, failure }, answerOf(error))
  }
  if (found.url) throw redirect(found.url)
  return data({ joined: found, failure: '' })
}

/** Shown while the call has no address to redirect to. */
export default function JoinPage({ loaderData }: Route.ComponentProps) {
  const { joined, failure } = loaderData
  if (!joined) return <NotShown failure={failure} unknown={unknown} />
  const { state, start, zone, host, title } = joined
  const isCancelled = state === 'cancelled'
  return (
    <RequestFrame>
      <h1 className="h1-page">{isCancelled ? 'This call is cancelled' : title}</h1>
      <div className="meeting">
        <BothTimes start={start} zone={zone} isOff={isCancelled} />
        <p>With {host.name}</p>
        {!isCancelled && <p>Your host sends the link before the call.</p>}
      </div>
    </RequestFrame>
  )
}
