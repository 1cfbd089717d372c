import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Cell, RowHeader } from '../../../web/ui/table.tsx'
import { Time } from '../../../web/ui/time.tsx'
import type { Column } from '../../../web/ui/virtual-table.tsx'
import { InquiryStatusBadge } from '../contact/inquiry-status-badge.tsx'
import type { Lead } from './lead.ts'

/** The link that opens a lead. */
export type LinkTo = (id: string) => LinkProps

/** Receives the focus when a dialog of this lead closes. */
function LeadLink({ lead, linkTo }: { lead: Lead; linkTo: LinkTo }) {
  return (
    <Link
      {...linkTo(lead.id)}
      data-lead={lead.id}
      dir="auto"
      title={lead.name}
      className="lead-name"
    >
      {lead.name}
    </Link>
  )
}

/** Focus target after a dialog of this lead; null when its row is gone. */
export function linkOfLead(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-lead="${CSS.escape(id)}"]`)
}

/** The title shows the whole address where it is truncated. */
export function EmailLink({ lead: { email }, className }: { lead: Lead; className?: string }) {
  return (
    <a className={`lead-email ${className ?? ''}`} href={`mailto:${email}`} title={email}>
      {email}
    </a>
  )
}

/** At most two lines, with the full text in the title; a dash when empty. */
export function TextCell({ text }: { text: string }) {
  return (
    <Cell title={text || undefined}>
      {text ? (
        <span dir="auto" className="line-clamp-2 break-words">
          {text}
        </span>
      ) : (
        <span className="text-ink-3">
          <span aria-hidden="true">–</span>
          <span className="sr-only">Not provided</span>
        </span>
      )}
    </Cell>
  )
}

type Width = { width: number }
type LeadColumn = Column<Lead>

export function nameColumn(
  { label, width }: { label: string } & Width,
  linkTo: LinkTo,
  below?: (lead: Lead) => ReactNode,
): LeadColumn {
  return {
    ...{ key: 'name', label, width, sortable: true },
    cell: (lead) => (
      <RowHeader className="max-w-56">
        <LeadLink lead={lead} linkTo={linkTo} />
        {below?.(lead)}
      </RowHeader>
    ),
  }
}

export function textColumn(
  key: string,
  label: string,
  width: number,
  textOf: (lead: Lead) => string,
): LeadColumn {
  return { key, label, width, sortable: true, cell: (lead) => <TextCell text={textOf(lead)} /> }
}

export const emailColumn = ({ width }: Width): LeadColumn => ({
  ...{ key: 'email', label: 'Email', width, sortable: true },
  cell: (lead) => (
    <Cell>
      <EmailLink lead={lead} className="block truncate" />
    </Cell>
  ),
})

export const badgeColumn = ({ width }: Width): LeadColumn => ({
  ...{ key: 'status', label: 'Status', width, sortable: true },
  cell: ({ status }) => (
    <Cell>
      <InquiryStatusBadge status={status} />
    </Cell>
  ),
})

export const dateColumn = ({ width }: Width): LeadColumn => ({
  ...{ key: 'date', label: 'Date', width, sortable: true },
  cell: ({ createdAt }) => (
    <Cell className="whitespace-nowrap">
      <Time value={createdAt} />
    </Cell>
  ),
})

/** A lead on narrow screens. */
export function LeadCard({
  lead,
  linkTo,
  aside,
  facts,
  children,
}: {
  lead: Lead
  linkTo: LinkTo
  /** Beside the name. */
  aside: ReactNode
  facts: string[]
  children: ReactNode
}) {
  return (
    <div className="lead-card">
      <div className="flex items-start gap-3">
        <LeadLink lead={lead} linkTo={linkTo} />
        <span className="ml-auto flex-none">{aside}</span>
      </div>
      <EmailLink lead={lead} />
      <p className="small text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      {children}
    </div>
  )
}
