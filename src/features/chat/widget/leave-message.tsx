import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { lastOf } from '#contract/cut-text.ts'
import type { Firm } from '#contract/settings/shown-site.ts'
import { trimmed } from '#contract/visible-text.ts'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import { replyDue } from '#features/content/business-hours/reply-due.ts'
import {
  type ContactProblems,
  type ContactValues,
  problemsOf,
} from '#features/leads/contact-form/contact-values.ts'
import { usePublicForm } from '#features/leads/contact-form/public-form.tsx'
import { useFirm } from '#web/firm.ts'
import { tabStorage } from '#web/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import { useVisitorDetails, VisitorField } from './visitor-fields.tsx'

/** When a message sent now will be answered, worded to follow "by". */
export const replyDueWords = ({ replyWithinHours, hours }: Firm): string =>
  `${formatDue(replyDue({ contact: { replyWithinHours }, hours }, new Date()))}, your time`

/** Storage key of a message that is not sent yet. */
const draftKey = 'left-message'

function focusFirst(problems: ContactProblems = {}): void {
  const [first] = ['name', 'email', 'message'].filter((name) => name in problems)
  if (first) document.getElementById(`chat-left-${first}`)?.focus()
}

type LeaveMessageProps = {
  transcript: string
  onBack: () => void
}

export function LeaveMessage({ transcript, onBack }: LeaveMessageProps) {
  const firm = useFirm()
  const [promised] = useState(() => replyDueWords(firm))
  const [details, change] = useVisitorDetails()
  const [message, setMessage] = useState(() => tabStorage.read(draftKey) ?? '')
  const [tried, setTried] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const given = {
    name: trimmed(details.name),
    email: trimmed(details.email),
    company: trimmed(details.company),
    message: trimmed(message),
  }
  const found = problemsOf({ ...given, service: '', website: '' })
  const { isSending, answer, send, problems: refused, recheck } = usePublicForm<ContactValues>()
  const problems = { ...refused, ...(tried && found) }
  const replyBy = answer?.sent?.replyBy

  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (!replyBy) return
    tabStorage.write(draftKey, null)
    heading.current?.focus()
  }, [replyBy])
  useEffect(() => focusFirst(answer?.problems), [answer])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    setTried(true)
    if (Object.keys(found).length > 0) return focusFirst(found)
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
          A person answers {answer.values.email} by {formatDue(new Date(replyBy))}, your time.
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
      <fieldset disabled={isSending} className="contents">
        <legend className="sr-only">Your message</legend>
        {(['name', 'email'] as const).map((name) => (
          <VisitorField
            key={name}
            id={`chat-left-${name}`}
            name={name}
            details={details}
            onChange={(changed, text) => {
              change(changed, text)
              recheck(name, {})
            }}
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
          onChange={({ target }) => {
            setMessage(target.value)
            tabStorage.write(draftKey, target.value || null)
            recheck('message', {})
          }}
        />
      </fieldset>
      {answer?.failure && <FormMessage>{answer.failure} Your message is still here.</FormMessage>}
      <div className="chat-actions">
        <Button type="submit" variant="primary" busy={isSending}>
          Leave Message
        </Button>
        {/* The outcome is shown here alone. */}
        <Button aria-disabled={isSending || undefined} onClick={() => isSending || onBack()}>
          Back to the Chat
        </Button>
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
