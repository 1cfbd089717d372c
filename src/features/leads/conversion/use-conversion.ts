import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { tellFailure } from '../../../web/ui/outcome.ts'
import { toast } from '../../../web/ui/toast-store.ts'
import type { LeadKind } from '../list/lead.ts'
import { refreshLeads } from '../list/use-leads.ts'
import { type Conversion, conversions } from './contract.ts'

export function useConversion(kind: LeadKind, onDone: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [keys] = useState(submissionKeys)
  return useMutation({
    mutationFn: (input: Conversion) =>
      call(browser, conversions.convert, input, { idempotencyKey: keys.keyOf(input) }),
    onSuccess: ({ id }) => {
      toast({
        title: 'Success',
        description: `${kind} converted to client successfully`,
        action: {
          label: 'View client',
          altText: 'Open the client from the list of clients',
          onSelect: () => void navigate(`/admin/clients/${id}`),
        },
      })
      onDone()
    },
    onError: (error) => tellFailure(error, failureOf(kind)),
    // Also after a refusal: another user may have converted the lead.
    onSettled: () => refreshLeads(client),
  })
}

export function failureOf(kind: LeadKind): string {
  return `Failed to convert ${kind.toLowerCase()}`
}
