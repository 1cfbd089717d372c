import type { Lead, LeadKind } from '../lead.ts'
import { ConvertDialog } from './convert-dialog.tsx'
import { LeadDetails } from './lead-details.tsx'

/** The conversion dialog if one is open, otherwise the details of a lead. */
export function LeadDialogs(props: {
  kind: LeadKind
  lead: Lead | undefined
  converting: Lead | null
  mayConvert: boolean
  onConvert: (lead: Lead | null) => void
  onConverted: () => void
  onClose: () => void
}) {
  const { kind, lead, converting } = props
  if (converting) {
    return (
      <ConvertDialog
        key={converting.id}
        lead={converting}
        kind={kind}
        onClose={() => props.onConvert(null)}
        onConverted={props.onConverted}
      />
    )
  }
  return (
    lead && (
      <LeadDetails
        lead={lead}
        kind={kind}
        onClose={props.onClose}
        onConvert={props.mayConvert ? () => props.onConvert(lead) : undefined}
      />
    )
  )
}
