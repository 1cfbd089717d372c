import type { ReactNode } from 'react'
import { serviceOptions } from '../../../contract/service-options.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Time } from '../../../web/ui/time.tsx'
import {
  budgets,
  contactMethods,
  labelOf,
  projectTypes,
  teamSizes,
  timelines,
  urgencies,
} from '../consultations/options.ts'
import { answerOf, type Lead, type LeadKind, servicesOf } from './lead.ts'
import { linkOfLead } from './lead-cells.tsx'
import { StatusSelect } from './status-select.tsx'

export function LeadDetails({
  lead,
  kind,
  onClose,
  onConvert,
}: {
  lead: Lead
  kind: LeadKind
  onClose: () => void
  /** Absent when the user may not convert. */
  onConvert?: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={lead.name}
      description={
        <>
          {kind === 'Consultation' ? 'Consultation request' : 'Inquiry'} of{' '}
          <Time value={lead.createdAt} format="datetime" />
        </>
      }
      initialFocus="heading"
      returnFocusTo={() => linkOfLead(lead.id)}
      footer={
        <>
          {lead.clientId && (
            <ButtonLink className="mr-auto" to={`/admin/clients/${lead.clientId}`}>
              View client
            </ButtonLink>
          )}
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
          {onConvert && !lead.clientId && (
            <Button variant="primary" onClick={onConvert}>
              Convert to Client
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-6">
        {!lead.quarantined && (
          <Field label="Status" className="max-w-52">
            <StatusSelect lead={lead} kind={kind} labelled />
          </Field>
        )}
        <Contact lead={lead} />
        {lead.consultationData && <Request lead={lead} />}
        <LongAnswer question="Message" answer={lead.message} />
      </div>
    </Dialog>
  )
}

function Contact({ lead }: { lead: Lead }) {
  const method = answerOf(lead, 'preferredContactMethod') || 'email'
  const phone = answerOf(lead, 'phone')
  return (
    <Facts heading="Contact">
      <Fact term="Email">
        <a className="link break-all" href={`mailto:${lead.email}`}>
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
        <Fact term="Service">
          {serviceOptions.find(({ value }) => value === lead.service)?.label ?? lead.service}
        </Fact>
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
  const chosen = (options: typeof budgets, question: string) =>
    labelOf(options, answerOf(lead, question))
  return (
    <>
      <Facts heading="Project">
        <Fact term="Project type">{chosen(projectTypes, 'projectType')}</Fact>
        <Fact term="Services">{servicesOf(lead).join(', ')}</Fact>
        <Fact term="Timeline">{chosen(timelines, 'timeline')}</Fact>
        <Fact term="Budget">{chosen(budgets, 'budget')}</Fact>
        <Fact term="Team size">{chosen(teamSizes, 'teamSize')}</Fact>
        <Fact term="Urgency">{chosen(urgencies, 'urgency')}</Fact>
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
    <div>
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
