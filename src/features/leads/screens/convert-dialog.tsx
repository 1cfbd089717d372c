import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { ConversionFields, useConversionForm } from '../conversion/conversion-fields.tsx'
import type { Lead, LeadKind } from '../lead.ts'
import { linkOfLead } from './lead-cells.tsx'
import { Fact } from './lead-facts.tsx'
import { refreshLeads } from './use-leads.ts'

/** Must be remounted for each lead. */
export function ConvertDialog(
  props: DialogState & { lead: Lead; kind: LeadKind; onConverted?: () => void },
) {
  const { lead, kind, onConverted, ...state } = props
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useConversionForm({
    ...state,
    focusAfterwards: () => linkOfLead(lead.id),
    lead,
    kind,
    refresh: () => refreshLeads(cache),
    onSaved({ id }) {
      toast({
        title: 'Success',
        description: `${kind} converted to client successfully`,
        action: {
          label: 'View Client',
          altText: 'Open the client from the list of clients',
          onSelect: () => void navigate(`/admin/clients/${id}`),
        },
      })
      onConverted?.()
    },
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Convert to Client"
      description={`Turns this ${
        kind === 'Inquiry' ? 'inquiry' : 'consultation request'
      } into a client and marks it as converted.`}
      initialFocus="heading"
      submitLabel="Convert to Client"
    >
      {form.messages}
      <dl className="lead-facts">
        <Fact term="Name">{lead.name}</Fact>
        <Fact term="Email">{lead.email}</Fact>
        <Fact term="Company">{lead.company}</Fact>
        <Fact term="Request">{lead.number}</Fact>
      </dl>
      <ConversionFields {...form} lead={lead} withProject={kind === 'Consultation'} />
    </FormDialog>
  )
}
