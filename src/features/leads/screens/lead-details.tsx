import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Ellipsis } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { query } from '#web/api/query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { Time } from '#web/ui/time.tsx'
import { inquiries } from '../contract.ts'
import type { Lead, LeadKind } from '../lead.ts'
import { CallList } from './lead-calls.tsx'
import { linkOfLead, neighborOf } from './lead-cells.tsx'
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
  /** Absent if the user may not convert leads. */
  onConvert?: () => void
}) {
  const deadline = useLeadDeadline(lead)
  const go = useNeighbors(lead.id)
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={lead.name}
      description={
        <>
          {kind === 'Consultation' ? 'Consultation request' : 'Inquiry'} {lead.number} of{' '}
          <Time value={lead.createdAt} format="datetime" />
        </>
      }
      initialFocus="heading"
      focusAfterwards={() => linkOfLead(lead.id)}
      footer={
        <>
          <span className="mr-auto flex gap-1">
            {go.map(({ label, keys, icon, run }) => (
              <Button
                key={keys}
                variant="quiet"
                repeats
                aria-label={label}
                title={`${label} (${keys.toUpperCase()})`}
                icon={icon}
                disabled={!run}
                onClick={run}
              />
            ))}
          </span>
          {deadline && (
            <ButtonLink variant="primary" to={`/admin/inbox?lead=${lead.id}`}>
              Reply
            </ButtonLink>
          )}
          {lead.clientId && (
            <ButtonLink to={`/admin/clients/${lead.clientId}`}>View Client</ButtonLink>
          )}
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
          {onConvert && !lead.clientId && (
            <Menu
              label="More for this request"
              trigger={
                <Button
                  variant="quiet"
                  icon={Ellipsis}
                  aria-label="More for this request"
                  title="More"
                />
              }
            >
              <MenuItem onSelect={onConvert}>Convert to Client</MenuItem>
            </Menu>
          )}
        </>
      }
    >
      <div className="grid gap-6">
        {!lead.quarantined && (
          <Field label="Status" className="max-w-52" hint={closingHint(deadline)}>
            <StatusSelect lead={lead} kind={kind} labeled />
          </Field>
        )}
        {deadline && <LeadDeadline deadline={deadline} />}
        <CallList lead={lead} />
        <LeadFacts lead={lead} />
        <Added lead={lead} />
      </div>
    </Dialog>
  )
}

/**
 * Navigation to the previous and next lead of the list, which replaces the current history entry.
 */
function useNeighbors(id: string) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const lead = (step: 1 | -1) => {
    const to = neighborOf(id, step)
    if (!to) return undefined
    return () => {
      const address = new URLSearchParams(search)
      address.set('open', to)
      void navigate(`?${address}`, { replace: true, preventScrollReset: true, state })
    }
  }
  const previous = { keys: 'k', label: 'Previous request', inDialog: true, run: () => lead(-1)?.() }
  const next = { keys: 'j', label: 'Next request', inDialog: true, run: () => lead(1)?.() }
  useShortcut(previous)
  useShortcut(next)
  return [
    { ...previous, icon: ChevronUp, run: lead(-1) },
    { ...next, icon: ChevronDown, run: lead(1) },
  ]
}

/** Details that the sender added on the request's status page. */
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
