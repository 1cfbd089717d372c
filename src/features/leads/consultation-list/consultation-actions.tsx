import { Eye, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../web/ui/button.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
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
      <Button asChild iconOnly variant="quiet">
        <Link {...linkTo(lead.id)} aria-label={`View details: ${lead.name}`} title="View details">
          <Icon icon={Eye} />
        </Link>
      </Button>
      {mayConvert && !lead.clientId && (
        <Button
          iconOnly
          variant="quiet"
          aria-label={`Convert to Client: ${lead.name}`}
          title="Convert to Client"
          onClick={() => onConvert(lead)}
        >
          <Icon icon={UserPlus} />
        </Button>
      )}
    </div>
  )
}
