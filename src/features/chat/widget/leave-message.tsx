import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { lastOf } from '#contract/cut-text.ts'
import type { Firm } from '#contract/settings/shown-site.ts'
import { trimmed } from '#contract/visible-text.ts'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import { replyDue } from '#features/content/business-hours/reply-due.ts'
import { type ContactValues, problemsOf } from '#features/leads/contact-form/contact-values.ts'
import { usePublicForm } from '#features/leads/contact-form/public-form.tsx'
import { useFirm } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import { useVisitorDetails, VisitorField } from './visitor-fields.tsx'

/** When a message sent now will be answered, worded to follow "by". */
export const replyDueWords = ({ replyWithinHours, hours }: Firm): string =>
  `${formatDue(replyDue({ contact: { replyWithinHours }, hours }, new Date()))}, your time`

type LeaveMessageProps = {
  transcript: string
  onBack: () => void
}

export function LeaveMessage({ transcript, onBack }: LeaveMessageProps) {
  const firm = useFirm()
  const [promised] = useState(() => replyDueWords(firm))
  const [details, change] = useVisitorDetails()
  const [message, setMessage] = useState('')
  const [tried, setTried] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const given = {
    name: trimmed(details.name),
    email: trimmed(details.email),
    company: trimmed(details.company),
    message: trimmed(message),
  }
  const found = problemsOf({ ...given, service: '', website: '' })
  const problems = tried ? found : {}

  const { isSending, answer, send } = usePublicForm<ContactValues>()
  const replyBy = answer?.sent?.replyBy

  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (replyBy) heading.current?.focus()
  }, [replyBy])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    setTried(true)
    const [first] = ['name', 'email', 'message'].filter((name) => name in found)
    if (first) return document.getElementById(`chat-left-${first}`)?.focus()
    const form = new FormData()
    const left = { ...given, message: withConversation(given.message, transcript) }
    for (const [name, text] of Object.entries(left)) form.set(name, text)
    send(form, '/chat')
  }

  if (replyBy) {
    return (
      <div className="chat-form">
        <h3 ref={heading} tabIndex={-1} className="chat-heading">
          Message received
        </h3>
        <p>
          A person answers {details.email} by {formatDue(new Date(replyBy))}, your time.
        </p>
        <Button onClick={onBack}>Back to the Chat</Button>
      </div>
    )
  }
  return (
    <form className="chat-form" noValidate onSubmit={submit}>
      <h3 ref={heading} tabIndex={-1} className="chat-heading">
        Leave a message
      </h3>
      <p>
        We reply by email by {promised}
        {transcript && '. What you have written here so far goes along'}.
      </p>
      {(['name', 'email'] as const).map((name) => (
        <VisitorField
          key={name}
          id={`chat-left-${name}`}
          name={name}
          details={details}
          onChange={change}
          error={problems[name]}
        />
      ))}
      <TextAreaField
        label="Message"
        id="chat-left-message"
        required
        error={problems.message}
        rows={4}
        limit={maxMessageLength}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {answer?.failure && <FormMessage>{answer.failure} Your message is still here.</FormMessage>}
      <div className="chat-actions">
        <Button type="submit" variant="primary" busy={isSending}>
          Leave Message
        </Button>
        <Button onClick={onBack}>Back to the Chat</Button>
      </div>
    </form>
  )
}

/** The maximum length of an inquiry's message. */
const maxMessageLength = 5000
const conversationHeading = '\n\nConversation in the chat:\n'
const cut = '[…]\n'

export function withConversation(message: string, transcript: string): string {
  if (!transcript) return message
  const free = maxMessageLength - message.length - conversationHeading.length
  if (transcript.length <= free) return message + conversationHeading + transcript
  if (free < 200) return message
  const latest = lastOf(transcript, free - cut.length)
  return message + conversationHeading + cut + latest
}
