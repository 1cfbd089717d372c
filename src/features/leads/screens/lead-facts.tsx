import type { ReactNode } from 'react'
import { contactMethods, labelOf } from '#contract/consultation-options.ts'
import { mailtoOf } from '#contract/email-address.ts'
import { serviceTitle } from '#contract/service-options.ts'
import { FormMessage } from '#web/ui/form-note.tsx'
import { Time } from '#web/ui/time.tsx'
import { answerOf, choiceOf, type Lead, servicesOf } from '../lead.ts'
import './leads.css'

/** The content of a lead for all screens: the message first, and every field. */
export function LeadFacts({ lead }: { lead: Lead }) {
  return (
    <div className="lead-read grid gap-6">
      {lead.senderDisputedAt && (
        <FormMessage>
          <strong>Sender disputed.</strong> Someone with this address said on{' '}
          <Time value={lead.senderDisputedAt} format="datetime" /> that they didn’t send this. No
          more automatic email goes to it.
        </FormMessage>
      )}
      <LongAnswer question="Message" answer={lead.message} />
      <Contact lead={lead} />
      {lead.consultationData && <Request lead={lead} />}
    </div>
  )
}

function Contact({ lead }: { lead: Lead }) {
  const method = answerOf(lead, 'preferredContactMethod') || 'email'
  const phone = answerOf(lead, 'phone')
  return (
    <Facts heading="Contact">
      <Fact term="Email">
        <a className="link break-all" href={mailtoOf(lead.email)}>
          {lead.email}
        </a>
      </Fact>
      <Fact term="Company">{lead.company}</Fact>
      {lead.consultationData ? (
        <>
          <Fact term="Phone">
            {phone && (
              <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                {phone}
              </a>
            )}
          </Fact>
          <Fact term="Job title">{answerOf(lead, 'jobTitle')}</Fact>
          <Fact term="Preferred contact method">{labelOf(contactMethods, method)}</Fact>
        </>
      ) : (
        <Fact term="Service">{serviceTitle(lead.service)}</Fact>
      )}
      {lead.firstContactedAt && (
        <Fact term="First contacted">
          <Time value={lead.firstContactedAt} format="datetime" />
        </Fact>
      )}
    </Facts>
  )
}

const longQuestions = [
  ['projectDescription', 'Project description'],
  ['currentChallenges', 'Current challenges'],
  ['goals', 'Goals'],
  ['additionalNotes', 'Additional notes'],
] as const

function Request({ lead }: { lead: Lead }) {
  return (
    <>
      <Facts heading="Project">
        <Fact term="Project type">{choiceOf(lead, 'projectType')}</Fact>
        <Fact term="Services">{servicesOf(lead).join(', ')}</Fact>
        <Fact term="Timeline">{choiceOf(lead, 'timeline')}</Fact>
        <Fact term="Budget">{choiceOf(lead, 'budget')}</Fact>
        <Fact term="Team size">{choiceOf(lead, 'teamSize')}</Fact>
        <Fact term="Urgency">{choiceOf(lead, 'urgency')}</Fact>
        <Fact term="Existing AI tools">{lead.consultationData?.hasExistingAI ? 'Yes' : 'No'}</Fact>
      </Facts>
      {longQuestions.map(([question, label]) => (
        <LongAnswer key={question} question={label} answer={answerOf(lead, question)} />
      ))}
    </>
  )
}

function Facts({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="lead-heading">{heading}</h3>
      <dl className="lead-facts">{children}</dl>
    </section>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div data-missing={children ? undefined : ''}>
      <dt className="small text-ink-2">{term}</dt>
      <dd dir="auto">{children || <span className="text-ink-2">Not provided</span>}</dd>
    </div>
  )
}

function LongAnswer({ question, answer }: { question: string; answer: string }) {
  if (!answer) return null
  return (
    <section>
      <h3 className="lead-heading">{question}</h3>
      <p dir="auto" className="measure whitespace-pre-line">
        {answer}
      </p>
    </section>
  )
}
