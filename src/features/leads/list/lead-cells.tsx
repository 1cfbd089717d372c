import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Cell, RowHeader } from '../../../web/ui/table.tsx'
import { Time } from '../../../web/ui/time.tsx'
import type { Lead } from './lead-filter.ts'
import type { useOpenLead } from './use-open-lead.ts'

type LinkTo = ReturnType<typeof useOpenLead>['linkTo']

/** Receives the focus when a dialog of this lead closes. */
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

/** The title shows the whole address where it is truncated. */
export function mailTo({ email }: Lead) {
  return { href: `mailto:${email}`, title: email }
}

/** Focus target after a dialog of this lead; null when its row is gone. */
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

/** At most two lines, with the full text in the title; a dash when empty. */
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
