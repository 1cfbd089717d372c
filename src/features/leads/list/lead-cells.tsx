import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Cell, RowHeader } from '../../../web/ui/table.tsx'
import { Time } from '../../../web/ui/time.tsx'
import type { Lead } from './lead-filter.ts'
import type { useOpenLead } from './use-open-lead.ts'

type LinkTo = ReturnType<typeof useOpenLead>['linkTo']

/** The name, leading to the details. Focus comes back here when a dialog of this lead closes. */
export function LeadLink({ lead, linkTo }: { lead: Lead; linkTo: LinkTo }) {
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

/** What a link needs to write to a lead; the title has the whole address where it is cut. */
export function mailTo({ email }: Lead) {
  return { href: `mailto:${email}`, title: email }
}

/** Where focus goes when a dialog about this lead closes; null when its row is gone. */
export function linkOfLead(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-lead="${CSS.escape(id)}"]`)
}

export function NameCell({
  lead,
  linkTo,
  children,
}: {
  lead: Lead
  linkTo: LinkTo
  children?: ReactNode
}) {
  return (
    <RowHeader>
      <LeadLink lead={lead} linkTo={linkTo} />
      {children}
    </RowHeader>
  )
}

/** Text of two lines at most, with the whole of it in the title; a dash when there is none. */
export function TextCell({ text, mono = false }: { text: string; mono?: boolean }) {
  return (
    <Cell title={text || undefined} mono={mono}>
      {text ? (
        <span dir="auto" className="line-clamp-2 break-words">
          {text}
        </span>
      ) : (
        <Nothing />
      )}
    </Cell>
  )
}

export function DateCell({ lead }: { lead: Lead }) {
  return (
    <Cell className="whitespace-nowrap">
      <Time value={lead.createdAt} />
    </Cell>
  )
}

function Nothing() {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not provided</span>
    </span>
  )
}
