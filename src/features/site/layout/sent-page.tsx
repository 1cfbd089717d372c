import { data } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { isFailure } from '#contract/failure.ts'
import { availability } from '#features/booking/availability/contract.ts'
import { dueInFirmZone } from '#features/content/business-hours/firm-time.ts'
import { replyDue } from '#features/content/business-hours/reply-due.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { NotShown, RequestFrame } from '#features/inbox/request-status/request-frame.tsx'
import { repeatToken } from '#features/leads/contact-form/contact-action.tsx'
import { loaderHeaders, transportContext } from '#web/api/prefetch.ts'
import { siteContext } from '#web/api/site-context.ts'
import { firmOf, useFirm } from '#web/firm.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import '#features/leads/consultation-form/consultation.css'
import { NextSteps } from '#features/leads/consultation-form/next-steps.tsx'
import type { Route } from './+types/sent-page.ts'

export function meta({ matches }: Route.MetaArgs) {
  const title = `Sent | ${firmOf(matches).name}`
  return [{ title }, { name: 'robots', content: 'noindex, nofollow' }]
}

export const headers = loaderHeaders

/** Renders the thanks even if rate limiting keeps the number of the request from being loaded. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  if (token === repeatToken)
    return data({ request: null, due: null, isBookable: false, isUnknown: false })
  try {
    const request = await call(context.get(transportContext), requests.show, { token })
    const isBookable = request.kind === 'consultation' && (await areCallsOpen(context))
    // A quarantined message also gets a due time, so that its sender does not learn of the
    // quarantine.
    const { settings } = context.get(siteContext)
    const due = dueInFirmZone(request, replyDue(settings, new Date(request.receivedAt)))
    return data({ request, due, isBookable, isUnknown: false })
  } catch (error) {
    if (!isFailure(error)) throw error
    const isUnknown = error.code === 'not_found'
    return data(
      { request: null, due: null, isBookable: false, isUnknown },
      { status: error.status },
    )
  }
}

/** False if it cannot be determined now. The status page offers the same link later. */
async function areCallsOpen(context: Route.LoaderArgs['context']): Promise<boolean> {
  try {
    const transport = context.get(transportContext)
    return (await call(transport, availability.show, { slug: 'consultation' })).open
  } catch (error) {
    if (isFailure(error)) return false
    throw error
  }
}

/** The redirect target of forms sent without script, so that a reload does not send them again. */
export default function SentPage({ params, loaderData }: Route.ComponentProps) {
  const { request, due, isBookable, isUnknown } = loaderData
  const { replyWithin } = useFirm()
  if (isUnknown) return <NotShown failure="" />
  const page = `/requests/${params.token}`
  const link = params.token !== repeatToken && (
    <div>
      {request && <p>Your request has the number {request.number}.</p>}
      <p>
        <a className="link" href={page}>
          See who reads it and when the answer is due
        </a>
      </p>
    </div>
  )
  if (request?.kind === 'consultation') {
    return (
      <RequestFrame>
        <h1 className="h1-page">Consultation Request Received!</h1>
        {link}
        {isBookable && (
          <div>
            <ButtonLink
              variant="primary"
              size="lg"
              href={`/book/consultation?request=${params.token}`}
            >
              Choose a Time for the Call
            </ButtonLink>
          </div>
        )}
        <h2 className="h3">What happens next</h2>
        <div className="measure">
          <NextSteps />
        </div>
      </RequestFrame>
    )
  }
  return (
    <RequestFrame>
      <h1 className="h1-page">Thank you. Your message has arrived.</h1>
      <p className="lead">
        It is received and on the record. A person reads it and replies{' '}
        {due ? `by ${due}` : `within ${replyWithin}`}.
      </p>
      {link}
      <div>
        <ButtonLink size="lg" href="/#contact" rel="noreferrer">
          Send Another Message
        </ButtonLink>
      </div>
    </RequestFrame>
  )
}
