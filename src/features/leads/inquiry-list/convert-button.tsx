import { Button, ButtonLink } from '../../../web/ui/button.tsx'
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
      <ButtonLink
        variant="quiet"
        className="text-link"
        to={`/admin/clients/${lead.clientId}`}
        aria-label={`View client of ${lead.name}`}
      >
        View client
      </ButtonLink>
    )
  }
  if (!mayConvert) return null
  return (
    <Button aria-label={`Convert to Client: ${lead.name}`} onClick={() => onConvert(lead)}>
      Convert to Client
    </Button>
  )
}
