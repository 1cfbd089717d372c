import { useActionData, useHref } from 'react-router'
import { firstAnswers } from '#features/leads/consultation-form/answers.ts'
import {
  type ConsultationAnswer,
  handleConsultation,
  sendConsultation,
} from '#features/leads/consultation-form/consultation-action.tsx'
import { Honeypot, ProblemSummary } from '#features/leads/contact-form/public-form.tsx'
import { loaderHeaders } from '#web/api/prefetch.ts'
import { firmOf, useFirm } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage, RequiredNote } from '#web/ui/form-note.tsx'
import { hiddenHead } from '../seo/head.ts'
import type { Route } from './+types/consultation-page.ts'
import '#features/leads/consultation-form/consultation.css'
import { ConsultationGroups } from '#features/leads/consultation-form/consultation-groups.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return hiddenHead(`Request Free Consultation | ${firmOf(matches).name}`)
}

export const headers = loaderHeaders

export const action = handleConsultation
export const clientAction = sendConsultation

/** The form of the consultation dialog as a page, for browsers without script. */
export default function ConsultationPage() {
  const { replyWithin } = useFirm()
  const refused = useActionData<ConsultationAnswer>()
  const problems = refused?.problems ?? {}
  const first = refused?.values ?? firstAnswers({ name: '', email: '', company: '' })
  return (
    <div className="wrap section">
      <h1 className="h1-page mb-4">Request Free Consultation</h1>
      <p className="lead">A person reads every request and replies within {replyWithin}.</p>
      <form
        noValidate
        method="post"
        action={useHref('/consultation')}
        className="consultation-form measure px-0"
        aria-label="Request Free Consultation"
      >
        <ProblemSummary prefix="consultation" problems={problems} attempt={refused ? 1 : 0} />
        <RequiredNote />
        <ConsultationGroups first={first} problems={problems} disabled={false} />
        <Honeypot prefix="consultation" />
        {refused?.failure && (
          <FormMessage>{refused.failure} Your answers are still here.</FormMessage>
        )}
        <div>
          <Button type="submit" variant="primary">
            Send Request
          </Button>
        </div>
      </form>
    </div>
  )
}
