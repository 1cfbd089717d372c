import type { useDialog } from '#web/ui/use-dialog.ts'
import type { Lead, LeadKind } from '../lead.ts'
import { ConvertDialog } from './convert-dialog.tsx'
import { LeadDetails } from './lead-details.tsx'

/** The conversion dialog if one is open, otherwise the details of a lead. */
export function LeadDialogs(props: {
  kind: LeadKind
  lead: Lead | undefined
  converting: ReturnType<typeof useDialog<Lead>>
  mayConvert: boolean
  onConverted: () => void
  onClose: () => void
}) {
  const { kind, lead, converting } = props
  return (
    <>
      {converting.subject && (
        <ConvertDialog
          key={converting.opening}
          {...converting.state}
          lead={converting.subject}
          kind={kind}
          onConverted={props.onConverted}
        />
      )}
      {lead && !converting.state.open && (
        <LeadDetails
          lead={lead}
          kind={kind}
          onClose={props.onClose}
          onConvert={props.mayConvert ? () => converting.show(lead) : undefined}
        />
      )}
    </>
  )
}
