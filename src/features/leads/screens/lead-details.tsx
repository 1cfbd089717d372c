import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Time } from '#web/ui/time.tsx'
import { inquiries } from '../contract.ts'
import type { Lead, LeadKind } from '../lead.ts'
import { CallList } from './lead-calls.tsx'
import { linkOfLead } from './lead-cells.tsx'
import { closingHint, LeadDeadline, useLeadDeadline } from './lead-deadline.tsx'
import { LeadFacts } from './lead-facts.tsx'
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
  const deadline = useLeadDeadline(lead)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={lead.name}
      description={
        <>
          {kind === 'Consultation' ? 'Consultation request' : 'Inquiry'} {lead.number} of{' '}
          <Time value={lead.createdAt} format="datetime" />
        </>
      }
      initialFocus="heading"
      returnFocusTo={() => linkOfLead(lead.id)}
      footer={
        <>
          {lead.clientId && (
            <ButtonLink className="mr-auto" to={`/admin/clients/${lead.clientId}`}>
              View Client
            </ButtonLink>
          )}
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
          {deadline && <ButtonLink to={`/admin/inbox?lead=${lead.id}`}>Reply</ButtonLink>}
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
          <Field label="Status" className="max-w-52" hint={closingHint(deadline)}>
            <StatusSelect lead={lead} kind={kind} labelled />
          </Field>
        )}
        {deadline && <LeadDeadline deadline={deadline} />}
        <CallList leadId={lead.id} />
        <LeadFacts lead={lead} />
        <Added lead={lead} />
      </div>
    </Dialog>
  )
}

/** Details that the sender added on the status page. */
function Added({ lead: { id } }: { lead: Lead }) {
  const { data: details = [], isError } = useQuery(query(inquiries.details, { id }))
  if (isError) return <p className="small text-ink-2">Failed to fetch the details added later</p>
  if (details.length === 0) return null
  return (
    <section>
      <h3 className="lead-heading">Added by the sender</h3>
      <ul className="grid gap-3">
        {details.map(({ text, createdAt }) => (
          <li key={createdAt + text}>
            <Time value={createdAt} format="datetime" className="small text-ink-2" />
            <p dir="auto" className="measure whitespace-pre-line">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
