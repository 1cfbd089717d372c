import { useQuery } from '@tanstack/react-query'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { isOpen } from '#features/inbox/screens/due-words.ts'
import { query } from '#web/api/query.ts'
import { Time } from '#web/ui/time.tsx'
import type { Lead } from '../lead.ts'
import { Fact } from './lead-facts.tsx'
import { closedHint } from './status-select.tsx'

/** The open reply deadline of a lead, or else the newest one. */
export function useLeadDeadline({ id, quarantined }: Lead) {
  const { data } = useQuery({
    ...query(inbox.history, { type: 'inquiry', id }),
    enabled: !quarantined,
  })
  return data?.items[0]
}

type Deadline = NonNullable<ReturnType<typeof useLeadDeadline>>

/** Shown beside the status menu while an answer is due. */
export const closingHint = (deadline: Deadline | undefined) =>
  deadline && (isOpen(deadline) || deadline.waiveReason === 'closed') ? closedHint : undefined

export function LeadDeadline({ deadline }: { deadline: Deadline }) {
  const { assignee, dueAt, metAt, waivedAt } = deadline
  const ended = metAt ?? waivedAt
  const word = metAt ? 'Answered' : waivedAt ? 'Closed without an answer' : 'Answer due by'
  return (
    <dl className="lead-facts">
      <Fact term="Assignee">{assignee?.name ?? 'Nobody'}</Fact>
      <Fact term={word}>
        {ended ? (
          <Time value={ended} format="datetime" />
        ) : (
          <time dateTime={dueAt}>{formatDue(new Date(dueAt))}</time>
        )}
      </Fact>
    </dl>
  )
}
