import { type FormEvent, type SubmitEvent, useEffect, useRef } from 'react'
import { useHref, useLocation } from 'react-router'
import { serviceOptions } from '#contract/service-options.ts'
import { Button } from '#web/ui/button.tsx'
import { Density } from '#web/ui/density.tsx'
import { FormMessage, RequiredNote } from '#web/ui/form-note.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import { toast } from '#web/ui/toast-store.ts'
import { isVisitorDetail, rememberVisitor } from '../visitor-details.ts'
import { forgetDraft, keepDraft, restoreDraft } from './contact-draft.tsx'
import { ContactSent } from './contact-sent.tsx'
import { type ContactValues, problemsOf, readContact } from './contact-values.ts'
import { Honeypot, ProblemSummary, usePublicForm } from './public-form.tsx'

/**
 * The inputs are uncontrolled, so that text typed before hydration or before a failed submission is
 * preserved. A new `chosen` object preselects its subject.
 */
export function ContactForm({ chosen }: { chosen?: { service: string } }) {
  const { pathname } = useLocation()
  // The router treats `//services/x/` as the same page, but as an address it refers to another host.
  const path = `/${pathname.replace(/^\/+|\/+$/g, '')}`
  const address = useHref(path)
  const form = useRef<HTMLFormElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const focusesFirst = useRef(false)
  const { problems, attempt, refuse, recheck, isSending, refused, answer, send, reset } =
    usePublicForm<ContactValues>()
  const sent = answer?.sent

  useEffect(() => {
    if (chosen && select.current) select.current.value = chosen.service
  }, [chosen])

  // Details typed before hydration are remembered as well.
  useEffect(() => {
    if (sent || !form.current) return
    restoreDraft(form.current)
    const { name, email, company } = readContact(new FormData(form.current))
    const given = Object.entries({ name, email, company }).filter(([, value]) => value)
    rememberVisitor(Object.fromEntries(given))
    if (focusesFirst.current) form.current.querySelector<HTMLElement>('#contact-name')?.focus()
    focusesFirst.current = false
  }, [sent])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
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
    event.currentTarget.querySelector('button')?.focus()
    forgetDraft()
    // The router would take `/` alone for the address of the layout.
    send(event.currentTarget, `${path}?index`)
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
        {...answer.values}
        onAgain={() => {
          focusesFirst.current = true
          reset()
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
        <fieldset disabled={isSending} className="contact-fields">
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
        {answer?.failure && <FormMessage>{answer.failure} Your message is still here.</FormMessage>}
        <div>
          <Button type="submit" variant="primary" busy={isSending}>
            Send Message
          </Button>
        </div>
      </form>
    </Density>
  )
}
