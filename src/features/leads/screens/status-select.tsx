import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#contract/endpoint.ts'
import { type InquiryStatus, inquiryStatuses } from '#contract/vocabulary.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Select } from '#web/ui/inputs.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { recordUndo } from '#web/ui/recent-undos.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { dayWords } from '#web/ui/time.tsx'
import { capital } from '#web/ui/words.ts'
import { inquiries } from '../contract.ts'
import { type Lead, type LeadKind, statusOf } from '../lead.ts'
import { changeLead, refreshLeads, stopLeadLists } from './use-leads.ts'

export const closedHint = 'Closed: Closes it without an answer'

/**
 * Applies a choice at once, with a spinner until it is stored. Inside a Field (`labeled`), the
 * field provides the label.
 */
export function StatusSelect({
  lead,
  kind,
  labeled = false,
}: {
  lead: Lead
  kind: LeadKind
  labeled?: boolean
}) {
  const { isPending, mutate } = useStatusChange(lead, kind)
  const hint = useId()
  const own = {
    'aria-label': `Status for ${lead.name}, ${dayWords(lead.createdAt)}`,
    'aria-describedby': hint,
  }
  return (
    <div className="status-select">
      <Select
        {...(labeled ? {} : own)}
        value={statusOf(lead)}
        onChange={(event) =>
          mutate({ from: statusOf(lead), to: event.currentTarget.value as InquiryStatus })
        }
      >
        {inquiryStatuses.map((value) => (
          <option key={value} value={value}>
            {capital(value)}
          </option>
        ))}
      </Select>
      <span className="status-wait">
        {isPending && <Spinner label="Saving" className="text-sm" />}
      </span>
      {!labeled && (
        <p id={hint} className="status-hint">
          {closedHint}
        </p>
      )}
    </div>
  )
}

const mutationKey = ['lead status']

type StatusStep = { from: InquiryStatus; to: InquiryStatus; undoes?: boolean }

/** Changes are optimistic and reverted if the server refuses them. */
function useStatusChange(lead: Lead, kind: LeadKind) {
  const client = useQueryClient()
  /** Skips leads whose status was changed again in the meantime. */
  const changeFrom = (status: InquiryStatus, changes: Partial<Lead>) =>
    changeLead(client, lead.id, (before) =>
      before.status === status ? { ...before, ...changes } : before,
    )
  const change = useMutation({
    mutationKey,
    // Requests are sequential per lead, so that the last choice wins.
    scope: { id: `status of ${lead.id}` },
    mutationFn: async ({ from, to, undoes }: StatusStep) => {
      if (!undoes) return await call(browser, inquiries.setStatus, { id: lead.id, status: to })
      // This also undoes the first contact and the waived deadline.
      const changes = [{ id: lead.id, status: to, from }]
      const { before } = await call(browser, inquiries.changeStatuses, { changes })
      return before.length > 0 && { status: to }
    },
    onMutate: async ({ to }) => {
      await stopLeadLists(client)
      changeLead(client, lead.id, (before) => ({ ...before, status: to }))
    },
    onSuccess: (after, { from, to }) => {
      if (!after) return showFailure(null, 'The status was changed meanwhile. It was left alone.')
      const run = () => change.mutate({ from: to, to: from, undoes: true })
      if (kind === 'Inquiry') recordUndo(`${lead.name} is now ${to}`, run)
      else {
        const altText = `Choose ${from} in the status of ${lead.name}`
        showSuccess('Consultation status updated', { altText, run })
      }
      changeFrom(to, after)
    },
    onError: (error, { from, to }) => {
      changeFrom(to, { status: from })
      showFailure(error, 'Failed to update status')
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void refreshLeads(client)
    },
  })
  return change
}
