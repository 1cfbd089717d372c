import { useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { dayWords, Time } from '#web/ui/time.tsx'
import { inquiries } from '../contract.ts'
import type { Lead } from '../lead.ts'
import { LeadSkeleton } from './lead-cells.tsx'
import { refreshLeads, useLeadCount, useLeadPages } from './use-leads.ts'

/** The reasons that the server sets, in words. */
const reasons: Record<string, string> = {
  honeypot: 'Filled in a hidden field',
  too_fast: 'Sent faster than a person can type',
  too_many: 'More than 30 messages within a minute from one address',
}

const spam = { quarantined: 'true' } as const

/** Messages stay here until a person decides about them; none is deleted automatically. */
export function Quarantine() {
  const found = useLeadPages(inquiries.list, spam)
  const total = useLeadCount(spam).data?.total
  return (
    <>
      <div className="list-toolbar no-print">
        <p className="text-ink-2">
          These messages look like spam. They aren’t counted until someone marks them as not spam.
        </p>
        <p role="status" className="ml-auto whitespace-nowrap text-ink-2 tabular-nums">
          {total !== undefined && `${total.toLocaleString()} in spam`}
        </p>
      </div>
      <Loaded
        query={found}
        className="m-5"
        message="Unable to load spam at this time."
        skeleton={<LeadSkeleton rows={3} />}
      >
        {(leads) =>
          leads.length > 0 ? (
            <DataList
              caption="Spam"
              rows={leads}
              card={(lead) => <Suspect lead={lead} />}
              busy={found.isPlaceholderData}
              paging={found.paging}
              heading="#inquiries-heading"
            />
          ) : (
            <EmptyState title="No spam">
              Messages that look like spam end up here, so nothing gets lost.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

function Suspect({ lead }: { lead: Lead }) {
  const client = useQueryClient()
  const release = useMutation({
    mutationFn: () => call(browser, inquiries.release, { id: lead.id, quarantined: false }),
    onSuccess: () => {
      showSuccess('Moved to the inbox')
      document.getElementById('inquiries-heading')?.focus()
    },
    onError: (error) => showFailure(error, 'Failed to move the message'),
    onSettled: () => refreshLeads(client),
  })
  return (
    <div className="suspect">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold">
          {lead.name}
        </p>
        <p className="break-all text-ink-2">{lead.email}</p>
        {lead.company && (
          <p dir="auto" className="text-ink-2">
            {lead.company}
          </p>
        )}
        <Time value={lead.createdAt} format="datetime" className="small text-ink-2" />
      </div>
      <div className="min-w-0">
        <ul className="mb-2 flex flex-wrap gap-1.5" aria-label="Why it looks like spam">
          {lead.quarantineReasons.map((reason) => (
            <li key={reason}>
              <Badge variant="destructive" className="whitespace-normal">
                {reasons[reason] ?? reason}
              </Badge>
            </li>
          ))}
        </ul>
        <p dir="auto" className="measure max-h-40 overflow-y-auto whitespace-pre-line">
          {lead.message}
        </p>
      </div>
      <Button
        busy={release.isPending}
        aria-label={`Not spam: ${lead.name}, ${dayWords(lead.createdAt)}`}
        onClick={() => release.mutate()}
      >
        Not Spam
      </Button>
    </div>
  )
}
