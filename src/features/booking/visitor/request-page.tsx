import { data } from 'react-router'
import { call, type Output } from '#contract/endpoint.ts'
import { isFailure } from '#contract/failure.ts'
import { RequestView, readRequest } from '#features/inbox/request-status/request-view.tsx'
import { transportContext } from '#web/api/prefetch.ts'
import { availability } from '../availability/contract.ts'
import { meetings } from '../bookings/contract.ts'
import type { Route } from './+types/request-page.ts'
import { stageOf } from './meeting-sheet.tsx'
import { CallOfRequest, type RequestCall } from './request-call.tsx'
import './visitor.css'

export { action, headers, meta } from '#features/inbox/request-status/request-view.tsx'

const type = 'consultation'

/** The page's data about a call; null if none can be booked. */
async function callOf({
  params: { token },
  context,
}: Route.LoaderArgs): Promise<RequestCall | null> {
  const transport = context.get(transportContext)
  let meeting: Output<typeof meetings.ofRequest>['meeting']
  let isOpen = false
  try {
    meeting = (await call(transport, meetings.ofRequest, { token })).meeting
    isOpen = (await call(transport, availability.show, { slug: type })).open
  } catch (error) {
    // The page is complete without its section about the call.
    if (isFailure(error)) return null
    throw error
  }
  const bookPath = isOpen ? `/book/${type}?request=${token}` : ''
  if (!meeting) return bookPath ? { meeting, stage: 'past', bookPath } : null
  return { meeting, stage: stageOf(meeting, Date.now()), bookPath }
}

export async function loader(args: Route.LoaderArgs) {
  const { data: shown, init } = await readRequest(args)
  const isOver = !shown.request || shown.request.state === 'withdrawn'
  return data({ ...shown, call: isOver ? null : await callOf(args) }, init ?? undefined)
}

/** Status page of a request, with its call. */
export default function RequestPage({ loaderData, params }: Route.ComponentProps) {
  const { call: shown } = loaderData
  return (
    <RequestView {...loaderData} token={params.token}>
      {shown && <CallOfRequest {...shown} />}
    </RequestView>
  )
}
