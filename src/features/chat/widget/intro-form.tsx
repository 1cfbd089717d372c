import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { TextInput } from '../../../web/ui/inputs.tsx'
import { emailProblem } from '../../leads/contact/contact-values.ts'
import {
  knownVisitor,
  rememberVisitor,
  type VisitorDetails,
} from '../../leads/contact/visitor-details.ts'

type IntroFormProps = {
  busy: boolean
  onStart: (details: VisitorDetails) => void
}

/** Other forms are prefilled with the details entered here. */
export function IntroForm({ busy, onStart }: IntroFormProps) {
  const [details, setDetails] = useState(knownVisitor)
  const [problem, setProblem] = useState<string>()
  const missing = !details.name.trim() || !details.email.trim()

  function change(name: keyof VisitorDetails, value: string) {
    setDetails((before) => ({ ...before, [name]: value }))
    rememberVisitor({ [name]: value.trim() })
    if (name === 'email' && problem) setProblem(emailProblem(value.trim()))
  }

  function start(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (missing || busy) return
    const said = {
      name: details.name.trim(),
      email: details.email.trim(),
      company: details.company.trim(),
    }
    const wrong = emailProblem(said.email)
    setProblem(wrong)
    if (wrong) document.getElementById('chat-email')?.focus()
    else onStart(said)
  }

  return (
    <form className="chat-form" noValidate onSubmit={start}>
      <p>
        You will reach a person, not a bot. Tell us who you are so we can pick up where we left off.
      </p>
      <Field label="Name" id="chat-name" required>
        <TextInput
          autoComplete="name"
          maxLength={200}
          value={details.name}
          onChange={(event) => change('name', event.target.value)}
        />
      </Field>
      <Field label="Email" id="chat-email" required error={problem}>
        <TextInput
          type="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          value={details.email}
          onChange={(event) => change('email', event.target.value)}
        />
      </Field>
      <Field label="Company" id="chat-company" optional>
        <TextInput
          autoComplete="organization"
          maxLength={200}
          value={details.company}
          onChange={(event) => change('company', event.target.value)}
        />
      </Field>
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
