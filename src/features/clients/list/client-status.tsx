import { type ClientStatus, clientStatuses } from '#contract/vocabulary.ts'
import { Badge } from '#web/ui/badge.tsx'
import { capital } from '#web/ui/words.ts'

const variants = { active: 'default', inactive: 'secondary', archived: 'destructive' } as const

export function ClientStatusBadge({ status }: { status: ClientStatus }) {
  return <Badge variant={variants[status]}>{capital(status)}</Badge>
}

export function ClientStatusOptions() {
  return clientStatuses.map((status) => (
    <option key={status} value={status}>
      {capital(status)}
    </option>
  ))
}
