import { Link } from 'react-router'
import { Button } from '../../../web/ui/button.tsx'
import { useMayConvert } from '../conversion/lead-dialogs.tsx'
import type { Lead } from '../list/lead-filter.ts'

export function ConvertButton({
  lead,
  onConvert,
}: {
  lead: Lead
  onConvert: (lead: Lead) => void
}) {
  const mayConvert = useMayConvert()
  if (lead.clientId) {
    return (
      <Button asChild variant="quiet" className="text-link">
        <Link to={`/admin/clients/${lead.clientId}`} aria-label={`View client of ${lead.name}`}>
          View client
        </Link>
      </Button>
    )
  }
  if (!mayConvert) return null
  return (
    <Button aria-label={`Convert to Client: ${lead.name}`} onClick={() => onConvert(lead)}>
      Convert to Client
    </Button>
  )
}
