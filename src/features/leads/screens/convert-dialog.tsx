import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useDraft, useUnsaved } from '#web/editing/use-draft.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { toast } from '#web/ui/toast-store.ts'
import { fieldsOf } from '../contact-form/contact-values.ts'
import { type Conversion, conversions } from '../conversion/contract.ts'
import { ConversionFields } from '../conversion/conversion-fields.tsx'
import { firstValues, toConversion } from '../conversion/conversion-values.ts'
import type { Lead, LeadKind } from '../lead.ts'
import { linkOfLead } from './lead-cells.tsx'
import { Fact } from './lead-facts.tsx'
import { refreshLeads } from './use-leads.ts'

/** Must be remounted for each lead. */
export function ConvertDialog({
  lead,
  kind,
  onClose,
  onConverted = onClose,
}: {
  lead: Lead
  kind: LeadKind
  onClose: () => void
  onConverted?: () => void
}) {
  const [before] = useState(() => firstValues(lead, kind))
  const { value: values, dirty, ...draft } = useDraft(`conversion ${lead.id}`, before)
  useUnsaved(dirty)
  function end(then: () => void) {
    draft.discard()
    then()
  }
  const conversion = useConversion(kind, () => end(onConverted))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!conversion.isPending) conversion.mutate(toConversion(lead.id, values))
  }

  return (
    <FormDialog
      open
      onOpenChange={() => end(onClose)}
      title="Convert to Client"
      description={`Turns this ${
        kind === 'Inquiry' ? 'inquiry' : 'consultation request'
      } into a client and marks it as converted.`}
      dirty={dirty}
      discardQuestion="Discard your changes?"
      initialFocus="heading"
      returnFocusTo={() => linkOfLead(lead.id)}
      id={useId()}
      submitLabel="Convert to Client"
      busy={conversion.isPending}
      onSubmit={submit}
    >
      {conversion.isError && (
        <FormMessage>{reasonOf(conversion.error, failureOf(kind))}</FormMessage>
      )}
      <dl className="lead-facts">
        <Fact term="Name">{lead.name}</Fact>
        <Fact term="Email">{lead.email}</Fact>
        <Fact term="Company">{lead.company}</Fact>
        <Fact term="Request">{lead.number}</Fact>
      </dl>
      <ConversionFields
        lead={lead}
        values={values}
        problems={fieldsOf(conversion.error)}
        onChange={(changes) => draft.set({ ...values, ...changes })}
        withProject={kind === 'Consultation'}
      />
    </FormDialog>
  )
}

const failureOf = (kind: LeadKind) => `Failed to convert ${kind.toLowerCase()}`

function useConversion(kind: LeadKind, onDone: () => void) {
  const cache = useQueryClient()
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
          label: 'View Client',
          altText: 'Open the client from the list of clients',
          onSelect: () => void navigate(`/admin/clients/${id}`),
        },
      })
      onDone()
    },
    onError: (error) => showFailure(error, failureOf(kind)),
    // Leads are refetched even after a refusal, as another user may have converted the lead.
    onSettled: () => refreshLeads(cache),
  })
}
