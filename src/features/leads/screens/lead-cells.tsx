import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import { spanWords } from '#features/inbox/screens/due-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-list.tsx'
import { EmailLink } from '#web/ui/email-link.tsx'
import { SkeletonRows } from '#web/ui/loading.tsx'
import { Cell, RowHeader } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { useNow } from '#web/ui/use-now.ts'
import type { Lead } from '../lead.ts'
import { InquiryStatusBadge } from './inquiry-status-badge.tsx'
import { CallBadge } from './lead-calls.tsx'

/** Makes the link that opens a lead. */
export type LinkTo = (id: string) => LinkProps

/** The link receives the focus when a dialog of this lead closes. */
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

/** The element to focus after a dialog of this lead; null if its row is gone. */
export function linkOfLead(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-lead="${CSS.escape(id)}"]`)
}

/** The id of the lead after this one in its list, or before it with -1. */
export function neighborOf(id: string, step: 1 | -1): string | undefined {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-lead]')].map(
    ({ dataset }) => dataset.lead,
  )
  const at = ids.indexOf(id)
  return at === -1 ? undefined : ids[at + step]
}

/** How long an answer has been due, and whether it is overdue. */
export function Waiting({
  lead: { waiting },
  isWorded = false,
}: {
  lead: Lead
  isWorded?: boolean
}) {
  const now = useNow()
  if (!waiting) return null
  return (
    <time
      dateTime={waiting.since}
      title={`Answer due by ${formatDue(new Date(waiting.dueAt))}`}
      className="inline-flex flex-wrap items-center gap-x-2 whitespace-nowrap"
    >
      {isWorded && 'Waiting '}
      {spanWords(now - Date.parse(waiting.since))}
      {Date.parse(waiting.dueAt) <= now && <Badge variant="rose">Overdue</Badge>}
    </time>
  )
}

/** At most two lines of text, with the full text in the title; a dash if empty. */
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

export function column(
  key: string,
  label: string,
  width: number,
  cell: Column<Lead>['cell'],
  sortable = true,
): Column<Lead> {
  return { key, label, width, cell, sortable }
}

/**
 * @param order columns are hidden in this order as space gets narrower, the lowest number first.
 */
export const hiddenWhenNarrow = (order: number, one: Column<Lead>): Column<Lead> => ({
  ...one,
  hiddenWhenNarrow: order,
})

export const nameColumn = (
  label: string,
  width: number,
  linkTo: LinkTo,
  below?: (lead: Lead) => ReactNode,
) =>
  column('name', label, width, (lead) => (
    <RowHeader className="max-w-56">
      <LeadLink lead={lead} linkTo={linkTo} />
      <CallBadge leadId={lead.id} />
      {below?.(lead)}
    </RowHeader>
  ))

export const textColumn = (
  key: string,
  label: string,
  width: number,
  textOf: (lead: Lead) => string,
) => column(key, label, width, (lead) => <TextCell text={textOf(lead)} />)

export const companyColumn = (width: number) =>
  textColumn('company', 'Company', width, ({ company }) => company)

export const emailColumn = (width: number) =>
  column('email', 'Email', width, (lead) => (
    <Cell>
      <EmailLink email={lead.email} cut />
    </Cell>
  ))

export const badgeColumn = (width: number) =>
  column('status', 'Status', width, ({ status }) => (
    <Cell>
      <InquiryStatusBadge status={status} />
    </Cell>
  ))

export const dateColumn = (width: number) =>
  column('date', 'Date', width, ({ createdAt }) => (
    <Cell className="whitespace-nowrap">
      <Time value={createdAt} />
    </Cell>
  ))

export const waitingColumn = (width: number) =>
  column(
    'waiting',
    'Waiting',
    width,
    (lead) => (
      <Cell>
        <Waiting lead={lead} />
      </Cell>
    ),
    false,
  )

export const LeadSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <SkeletonRows rows={rows} className="lead-skeleton" bars={['w-3/4', 'w-1/2', 'w-2/3']} />
)

/** A lead as a card, for narrow screens. */
export function LeadCard(props: {
  lead: Lead
  linkTo: LinkTo
  /** Shown beside the name. */
  aside: ReactNode
  facts: string[]
  children: ReactNode
}) {
  const { lead, linkTo, aside, facts, children } = props
  return (
    <div className="lead-card">
      <div className="flex items-start gap-3">
        <LeadLink lead={lead} linkTo={linkTo} />
        <span className="ml-auto flex-none">{aside}</span>
      </div>
      <EmailLink email={lead.email} />
      <CallBadge leadId={lead.id} />
      <p dir="auto" className="small text-ink-2">
        {facts.filter(Boolean).join(' · ')}
      </p>
      {children}
    </div>
  )
}
