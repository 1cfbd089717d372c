import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useActionData, useLocation } from 'react-router'
import { call } from '../../../contract/endpoint.ts'
import { serviceOptions } from '../../../contract/service-options.ts'
import { trackInquiry } from '../../../web/analytics/track.ts'
import { sentenceOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { useSend } from '../../../web/api/use-send.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Density } from '../../../web/ui/density.tsx'
import { ErrorSummary } from '../../../web/ui/error-summary.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage, RequiredNote } from '../../../web/ui/form-note.tsx'
import { Select, TextArea, TextInput } from '../../../web/ui/inputs.tsx'
import { toast } from '../../../web/ui/toast-store.ts'
import type { ContactAnswer } from './contact-action.tsx'
import { ContactSent } from './contact-sent.tsx'
import {
  type ContactProblems,
  type ContactValues,
  fieldsOf,
  problemsOf,
  readContact,
  withoutMended,
} from './contact-values.ts'
import { inquiries } from './contract.ts'
import { isVisitorDetail, rememberVisitor } from './visitor-details.ts'

const fallback = 'Something went wrong. Please try again.'

/** The router treats `//services/x/` as the same page; as an address it names another host. */
const onePath = (pathname: string) => `/${pathname.replace(/^\/+|\/+$/g, '')}`

/**
 * Uncontrolled, so that text typed before hydration or before a failed submission is preserved. A
 * new `chosen` object preselects its subject.
 */
export function ContactForm({ chosen }: { chosen?: { service: string } }) {
  const { pathname } = useLocation()
  const source = pathname === '/' ? 'home_page' : 'service_page'
  const refused = useActionData<ContactAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const again = useRef(false)
  const [keys] = useState(submissionKeys)
  const [problems, setProblems] = useState<ContactProblems>(refused?.problems ?? {})
  const [attempt, setAttempt] = useState(refused ? 1 : 0)
  const [sent, setSent] = useState<{ name: string; email: string } | null>(null)

  const { error, isPending, ...sending } = useSend(send, {
    onAnswer: (_, { name, email, company, service }) => {
      const label = serviceOptions.find(({ value }) => value === service)?.label ?? service
      trackInquiry({ service: label, company, source })
      keys.forget()
      setSent({ name, email })
      toast({ title: 'Message sent successfully!' })
    },
    onError: (problem) => {
      toast({
        title: 'Error sending message',
        description: sentenceOf(problem, fallback),
        variant: 'destructive',
      })
    },
    onRefused: (problem) => refuse(fieldsOf(problem)),
  })

  function send(values: ContactValues) {
    const filledInMs = Math.round(performance.now())
    return call(
      browser,
      inquiries.create,
      { ...values, filledInMs },
      { idempotencyKey: keys.keyOf(values) },
    )
  }

  useEffect(() => {
    if (chosen && select.current) select.current.value = chosen.service
  }, [chosen])

  // Also remembers details typed before hydration.
  useEffect(() => {
    if (sent || !form.current) return
    const { name, email, company } = readContact(new FormData(form.current))
    const given = Object.entries({ name, email, company }).filter(([, value]) => value !== '')
    rememberVisitor(Object.fromEntries(given))
    if (again.current) form.current.querySelector<HTMLElement>('#contact-name')?.focus()
    again.current = false
  }, [sent])

  function refuse(found: ContactProblems) {
    setProblems(found)
    setAttempt((count) => count + 1)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.isBusy()) return
    const values = readContact(new FormData(event.currentTarget))
    const found = problemsOf(values)
    refuse(found)
    if (!values.name || !values.email || !values.message) {
      toast({
        title: 'Missing required fields',
        description: 'Please fill in your name, email, and message.',
        variant: 'destructive',
      })
    }
    if (Object.keys(found).length > 0) return
    // The fields are about to be disabled, and a disabled field loses the focus.
    submitButton.current?.focus()
    sending.start(values)
  }

  function change(event: FormEvent<HTMLFormElement>) {
    const values = readContact(new FormData(event.currentTarget))
    const { name } = event.target as HTMLInputElement
    if (isVisitorDetail(name)) rememberVisitor({ [name]: values[name] })
    setProblems((before) => withoutMended(before, name, problemsOf(values)))
  }

  if (sent) {
    return (
      <ContactSent
        {...sent}
        onAgain={() => {
          again.current = true
          setSent(null)
          setProblems({})
          sending.reset()
        }}
      />
    )
  }

  const failure = sending.message
    ? error !== undefined && sentenceOf(error, fallback)
    : refused?.failure
  return (
    <Density size="lg">
      <form
        ref={form}
        id="contact-form"
        noValidate
        method="post"
        action={`${onePath(pathname)}#contact-form`}
        className="contact-form no-print"
        aria-labelledby="contact-heading"
        onSubmit={submit}
        onInput={change}
      >
        <ErrorSummary
          attempt={attempt}
          errors={Object.entries(problems).map(([name, message]) => ({
            id: `contact-${name}`,
            message,
          }))}
        />
        <RequiredNote />
        <fieldset disabled={isPending} className="contact-fields">
          <legend className="sr-only">Your message</legend>
          <Field label="Name" id="contact-name" required error={problems.name}>
            <TextInput
              name="name"
              defaultValue={refused?.values.name}
              autoComplete="name"
              maxLength={200}
            />
          </Field>
          <Field label="Email" id="contact-email" required error={problems.email}>
            <TextInput
              name="email"
              type="email"
              defaultValue={refused?.values.email}
              autoComplete="email"
              spellCheck={false}
              maxLength={254}
            />
          </Field>
          <Field label="Company" id="contact-company" optional error={problems.company}>
            <TextInput
              name="company"
              defaultValue={refused?.values.company}
              autoComplete="organization"
              maxLength={200}
            />
          </Field>
          <Field label="Service" id="contact-service" optional error={problems.service}>
            <Select
              name="service"
              ref={select}
              defaultValue={refused?.values.service ?? chosen?.service ?? ''}
            >
              <option value="">Choose a subject</option>
              {serviceOptions.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label="Message"
            id="contact-message"
            required
            error={problems.message}
            className="contact-message"
          >
            <TextArea
              name="message"
              defaultValue={refused?.values.message}
              rows={5}
              maxLength={5000}
              placeholder="Which process, how many items a week, where it gets stuck…"
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                  event.currentTarget.form?.requestSubmit()
                }
              }}
            />
          </Field>
          <div className="sr-only" aria-hidden="true">
            <label htmlFor="contact-website">Leave this field empty</label>
            <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
          </div>
        </fieldset>
        {failure && <FormMessage>{failure} Your message is still here.</FormMessage>}
        <div>
          <Button ref={submitButton} type="submit" variant="primary" busy={isPending}>
            Send message
          </Button>
        </div>
      </form>
    </Density>
  )
}
