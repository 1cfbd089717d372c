import { data } from 'react-router'
import { brand } from '../../../brand.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import '../../leads/consultations/consultation.css'
import { NextSteps } from '../../leads/consultations/next-steps.tsx'
import { hiddenHead } from '../seo/head.ts'
import type { Route } from './+types/sent-page.ts'
import { PageNotFound } from './not-found-page.tsx'

export function meta() {
  return hiddenHead(`Sent | ${brand.name}`)
}

export function loader({ params }: Route.LoaderArgs) {
  return data(null, { status: ['contact', 'consultation'].includes(params.form) ? 200 : 404 })
}

/** Redirect target of forms sent without script, so that a reload does not send them again. */
export default function SentPage({ params }: Route.ComponentProps) {
  if (params.form === 'contact') return <MessageSent />
  return params.form === 'consultation' ? <RequestSent /> : <PageNotFound />
}

function MessageSent() {
  return (
    <div className="wrap section">
      <h1 className="h1-page mb-4">Thank you. Your message has arrived.</h1>
      <p className="lead mb-8">
        It is received and on the record. A person reads it and replies within{' '}
        {brand.replyWithinHours} hours.
      </p>
      <ButtonLink size="lg" href="/#contact">
        Send Another Message
      </ButtonLink>
    </div>
  )
}

function RequestSent() {
  return (
    <div className="wrap section">
      <h1 className="h1-page">Consultation Request Received!</h1>
      <h2 className="h3 mt-8">What happens next</h2>
      <div className="measure">
        <NextSteps />
      </div>
    </div>
  )
}
