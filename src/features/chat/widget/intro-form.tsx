import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import { trimmed } from '#contract/visible-text.ts'
import { emailProblem } from '#features/leads/contact-form/contact-values.ts'
import type { VisitorDetails } from '#features/leads/visitor-details.ts'
import { Button } from '#web/ui/button.tsx'
import { useVisitorDetails, VisitorField } from './visitor-fields.tsx'

type IntroFormProps = {
  busy: boolean
  onStart: (details: VisitorDetails) => void
}

export function IntroForm({ busy, onStart }: IntroFormProps) {
  const [details, change] = useVisitorDetails()
  const [problem, setProblem] = useState<string>()
  const given = {
    name: trimmed(details.name),
    email: trimmed(details.email),
    company: trimmed(details.company),
  }
  const missing = !given.name || !given.email

  function start(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (missing || busy) return
    const wrong = emailProblem(given.email)
    setProblem(wrong)
    if (wrong) document.getElementById('chat-email')?.focus()
    else onStart(given)
  }

  return (
    <form className="chat-form" noValidate onSubmit={start}>
      <p>
        You will reach a person, not a bot. Tell us who you are so we can pick up where we left off.
      </p>
      <VisitorField id="chat-name" name="name" details={details} onChange={change} />
      <VisitorField
        id="chat-email"
        name="email"
        details={details}
        onChange={(name, value) => {
          change(name, value)
          if (problem) setProblem(emailProblem(value.trim()))
        }}
        error={problem}
      />
      <VisitorField id="chat-company" name="company" details={details} onChange={change} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={busy}
        disabled={missing}
        aria-describedby="chat-start-hint"
      >
        Start Chat
      </Button>
      <p id="chat-start-hint" className="chat-small">
        {missing ? 'Enter your name and email to start. ' : ''}We use this only to answer you.{' '}
        <Link className="link" to="/legal/privacy">
          Privacy notice
        </Link>
      </p>
    </form>
  )
}
