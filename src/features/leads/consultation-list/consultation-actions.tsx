import { Eye, UserPlus } from 'lucide-react'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { useMayConvert } from '../conversion/lead-dialogs.tsx'
import type { Lead } from '../list/lead-filter.ts'
import type { useOpenLead } from '../list/use-open-lead.ts'

export function ConsultationActions({
  lead,
  linkTo,
  onConvert,
}: {
  lead: Lead
  linkTo: ReturnType<typeof useOpenLead>['linkTo']
  onConvert: (lead: Lead) => void
}) {
  const mayConvert = useMayConvert()
  return (
    <div className="-ml-2 flex gap-1">
      <ButtonLink
        variant="quiet"
        icon={Eye}
        {...linkTo(lead.id)}
        aria-label={`View details: ${lead.name}`}
        title="View details"
      />
      {mayConvert && !lead.clientId && (
        <Button
          variant="quiet"
          icon={UserPlus}
          aria-label={`Convert to Client: ${lead.name}`}
          title="Convert to Client"
          onClick={() => onConvert(lead)}
        />
      )}
    </div>
  )
}
