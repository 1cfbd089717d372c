import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { brand } from '../../../brand.ts'
import { call } from '../../../contract/endpoint.ts'
import { trackInquiry } from '../../../web/analytics/track.ts'
import { sentenceOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { useSend } from '../../../web/api/use-send.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { TextArea, TextInput } from '../../../web/ui/inputs.tsx'
import { spokenReplyTime } from '../../content/business-hours/reply-time.ts'
import { problemsOf } from '../../leads/contact/contact-values.ts'
import { inquiries } from '../../leads/contact/contract.ts'
import { knownVisitor, rememberVisitor } from '../../leads/contact/visitor-details.ts'
import { withConversation } from './left-message.ts'

const fallback = 'Something went wrong. Please try again.'

type LeaveMessageProps = {
  /** The conversation so far, sent with the message. */
  transcript: string
  onBack: () => void
}

/** Shown when no agent can answer; creates an inquiry that includes the conversation. */
export function LeaveMessage({ transcript, onBack }: LeaveMessageProps) {
  const [keys] = useState(submissionKeys)
  const [values, setValues] = useState({ ...knownVisitor(), message: '' })
  const [tried, setTried] = useState(false)
  const [sentAt, setSentAt] = useState<Date | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const found = problemsOf({ ...values, service: '', website: '' })
  const problems = tried ? found : {}

  const { error, ...sending } = useSend(send, {
    onAnswer: () => {
      trackInquiry({ service: '', company: values.company, source: 'chat' })
      setSentAt(new Date())
    },
  })

  function send({ name, email, company, message }: typeof values) {
    const text = withConversation(message, transcript)
    const inquiry = { name, email, company, service: '', message: text }
    return call(
      browser,
      inquiries.create,
      { ...inquiry, filledInMs: Math.round(performance.now()) },
      { idempotencyKey: keys.keyOf(inquiry) },
    )
  }

  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (sentAt) heading.current?.focus()
  }, [sentAt])

  function change(name: keyof typeof values, value: string) {
    setValues((before) => ({ ...before, [name]: value }))
    if (name !== 'message') rememberVisitor({ [name]: value.trim() })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.isPending) return
    setTried(true)
    const [first] = ['name', 'email', 'message'].filter((name) => name in found)
    if (first) document.getElementById(`chat-left-${first}`)?.focus()
    else sending.start(values)
  }

  if (sentAt) {
    return (
      <div className="chat-form">
        <h3 ref={heading} tabIndex={-1} className="chat-heading">
          Message received
        </h3>
        <p>
          A person answers {values.email} by {spokenReplyTime(sentAt)}, your time.
        </p>
        <Button onClick={onBack}>Back to the chat</Button>
      </div>
    )
  }
  return (
    <form className="chat-form" noValidate onSubmit={submit}>
      <h3 ref={heading} tabIndex={-1} className="chat-heading">
        Leave a message
      </h3>
      <p>
        We reply by email within {brand.replyWithinHours} hours
        {transcript && '. What you have written here so far goes along'}.
      </p>
      <Field label="Name" id="chat-left-name" required error={problems.name}>
        <TextInput
          autoComplete="name"
          maxLength={200}
          value={values.name}
          onChange={(event) => change('name', event.target.value)}
        />
      </Field>
      <Field label="Email" id="chat-left-email" required error={problems.email}>
        <TextInput
          type="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          value={values.email}
          onChange={(event) => change('email', event.target.value)}
        />
      </Field>
      <Field label="Message" id="chat-left-message" required error={problems.message}>
        <TextArea
          rows={4}
          maxLength={4000}
          value={values.message}
          onChange={(event) => change('message', event.target.value)}
        />
      </Field>
      {error !== undefined && (
        <FormMessage>{sentenceOf(error, fallback)} Your message is still here.</FormMessage>
      )}
      <div className="chat-actions">
        <Button type="submit" variant="primary" busy={sending.isPending}>
          Leave message
        </Button>
        <Button onClick={onBack}>Back to the chat</Button>
      </div>
    </form>
  )
}
