import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../contract/endpoint.ts'
import type { InquiryStatus } from '../../../contract/vocabulary.ts'
import { reasonOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { toast } from '../../../web/ui/toast-store.ts'
import { inquiries } from '../contact/contract.ts'
import { type Lead, statusOf } from './lead-filter.ts'
import { changeLead, refreshLeads, stopLeadLists } from './use-lead-lists.ts'

const key = ['lead status']

/** Name used in toasts. */
export type LeadKind = 'Inquiry' | 'Consultation'

/** Optimistic; reverted when the server refuses. */
export function useStatusChange(lead: Lead, kind: LeadKind) {
  const client = useQueryClient()
  const change = useMutation({
    mutationKey: key,
    // Sequential per lead, so that the last choice wins.
    scope: { id: `status of ${lead.id}` },
    mutationFn: ({ to }: { from: InquiryStatus; to: InquiryStatus }) =>
      call(browser, inquiries.setStatus, { id: lead.id, status: to }),
    onMutate: async ({ to }) => {
      await stopLeadLists(client)
      changeLead(client, lead.id, (before) => ({ ...before, status: to }))
    },
    onSuccess: (after, { from, to }) => {
      toast({
        title: 'Success',
        description: `${kind} status updated`,
        action: {
          label: 'Undo',
          altText: `Choose ${from} in the status of ${lead.name}`,
          onSelect: () => change.mutate({ from: to, to: from }),
        },
      })
      changeLead(client, lead.id, (before) =>
        before.status === to ? { ...before, ...after } : before,
      )
    },
    onError: (error, { from, to }) => {
      changeLead(client, lead.id, (before) =>
        before.status === to ? { ...before, status: from } : before,
      )
      toast({
        title: 'Error',
        description: reasonOf(error, 'Failed to update status'),
        variant: 'destructive',
      })
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: key }) === 1) void refreshLeads(client)
    },
  })
  return {
    isPending: change.isPending,
    set: (to: InquiryStatus) => change.mutate({ from: statusOf(lead), to }),
  }
}
