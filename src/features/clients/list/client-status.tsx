import { type ClientStatus, clientStatuses } from '../../../contract/vocabulary.ts'
import { Badge } from '../../../web/ui/badge.tsx'

const variants = { active: 'default', inactive: 'secondary', archived: 'destructive' } as const

export function ClientStatusBadge({ status }: { status: ClientStatus }) {
  return <Badge variant={variants[status]}>{status}</Badge>
}

const labels: Record<ClientStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  archived: 'Archived',
}

export function ClientStatusOptions() {
  return clientStatuses.map((status) => (
    <option key={status} value={status}>
      {labels[status]}
    </option>
  ))
}
