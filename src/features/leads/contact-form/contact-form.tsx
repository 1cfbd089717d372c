import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useActionData, useHref, useLocation } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { serviceOptions, serviceTitle } from '#contract/service-options.ts'
import { trackInquiry } from '#web/analytics/track.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useSend } from '#web/api/use-send.ts'
import { tabStorage } from '#web/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Density } from '#web/ui/density.tsx'
import { FormMessage, RequiredNote } from '#web/ui/form-note.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import { toast } from '#web/ui/toast-store.ts'
import { inquiries } from '../contract.ts'
import { isVisitorDetail, rememberVisitor } from '../visitor-details.ts'
import type { ContactAnswer } from './contact-action.tsx'
import { ContactSent, type Sent } from './contact-sent.tsx'
import { type ContactValues, fieldsOf, problemsOf, readContact } from './contact-values.ts'
import { Honeypot, ProblemSummary, useProblems } from './public-form.tsx'

const fallback = 'Something went wrong. Please try again.'

/** Storage key of the unsent form's draft, which other pages with the form and a reload restore. */
const draftKey = 'contact'

function keepDraft({ website: _, ...values }: ContactValues): void {
  tabStorage.write(draftKey, JSON.stringify(values))
}

const removeDraft = () => tabStorage.write(draftKey, null)

function restoreDraft(form: HTMLFormElement): void {
  const draft = tabStorage.readJson<Record<string, string>>(draftKey)
  for (const [name, text] of Object.entries(draft ?? {})) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null
    if (!field || field.value || !text) continue
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

// Shared by all pages with the form, so that sending the same values from another page creates
// nothing twice.
const keys = submissionKeys()

/**
 * The router treats `//services/x/` as the same page, but as an address it refers to another host.
 */
const onePath = (pathname: string) => `/${pathname.replace(/^\/+|\/+$/g, '')}`

/**
 * The inputs are uncontrolled, so that text typed before hydration or before a failed submission is
 * preserved. A new `chosen` object preselects its subject.
 */
export function ContactForm({ chosen }: { chosen?: { service: string } }) {
  const { pathname } = useLocation()
  const address = useHref(onePath(pathname))
  const source = pathname === '/' ? 'home_page' : 'service_page'
  const refused = useActionData<ContactAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const focusesFirst = useRef(false)
  const { problems, attempt, refuse, recheck, clear } = useProblems(refused?.problems)
  const [sent, setSent] = useState<Sent | null>(null)

  const { error, isPending, ...sending } = useSend(send, {
    onAnswer: ({ number, requestUrl, replyBy }, { name, email, company, service }) => {
      trackInquiry({ service: serviceTitle(service), company, source })
      keys.forget()
      setSent({ name, email, number, requestUrl, replyBy })
      toast({ title: 'Message sent successfully!' })
    },
    onError: (problem, values) => {
      keepDraft(values)
      toast({
        title: 'Error sending message',
        description: sentenceOf(problem, fallback),
        variant: 'destructive',
      })
    },
    onRefused: (problem) => refuse(fieldsOf(problem)),
  })

  function send(values: ContactValues) {
    const input = { ...values, filledInMs: Math.round(performance.now()) }
    return call(browser, inquiries.create, input, { idempotencyKey: keys.keyOf(values) })
  }

  useEffect(() => {
    if (chosen && select.current) select.current.value = chosen.service
  }, [chosen])

  // Details typed before hydration are remembered as well.
  useEffect(() => {
    if (sent || !form.current) return
    restoreDraft(form.current)
    const { name, email, company } = readContact(new FormData(form.current))
    const given = Object.entries({ name, email, company }).filter(([, value]) => value !== '')
    rememberVisitor(Object.fromEntries(given))
    if (focusesFirst.current) form.current.querySelector<HTMLElement>('#contact-name')?.focus()
    focusesFirst.current = false
  }, [sent])

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
    removeDraft()
    sending.start(values)
  }

  function change(event: FormEvent<HTMLFormElement>) {
    const values = readContact(new FormData(event.currentTarget))
    keepDraft(values)
    const { name } = event.target as HTMLInputElement
    if (isVisitorDetail(name)) rememberVisitor({ [name]: values[name] })
    recheck(name, problemsOf(values))
  }

  if (sent) {
    return (
      <ContactSent
        {...sent}
        onAgain={() => {
          focusesFirst.current = true
          setSent(null)
          clear()
          sending.reset()
        }}
      />
    )
  }

  const field = (name: Exclude<keyof ContactValues, 'website'>) => ({
    name,
    id: `contact-${name}`,
    error: problems[name],
    defaultValue: refused?.values[name],
  })
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
        action={`${address}#contact-form`}
        className="contact-form no-print"
        aria-labelledby="contact-heading"
        onSubmit={submit}
        onInput={change}
      >
        <ProblemSummary prefix="contact" problems={problems} attempt={attempt} />
        <RequiredNote />
        <fieldset disabled={isPending} className="contact-fields">
          <legend className="sr-only">Your message</legend>
          <TextField label="Name" required autoComplete="name" limit={200} {...field('name')} />
          <TextField
            label="Email"
            required
            type="email"
            autoComplete="email"
            spellCheck={false}
            limit={254}
            {...field('email')}
          />
          <TextField
            label="Company"
            optional
            autoComplete="organization"
            limit={200}
            {...field('company')}
          />
          <SelectField
            label="Service"
            optional
            ref={select}
            {...field('service')}
            defaultValue={refused?.values.service ?? chosen?.service ?? ''}
          >
            <option value="">Choose a subject</option>
            {serviceOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <div className="contact-message">
            <TextAreaField
              label="Message"
              required
              rows={5}
              limit={5000}
              placeholder="Which process, how many items a week, where it gets stuck…"
              onKeyDown={submitByKeys}
              {...field('message')}
            />
          </div>
          <Honeypot prefix="contact" />
        </fieldset>
        {failure && <FormMessage>{failure} Your message is still here.</FormMessage>}
        <div>
          <Button ref={submitButton} type="submit" variant="primary" busy={isPending}>
            Send Message
          </Button>
        </div>
      </form>
    </Density>
  )
}
