import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { automations } from '../register/contract.ts'

/** Counts the open incidents of runs. */
export function IncidentBadge() {
  const { data } = useQuery(query(automations.status))
  const count = data?.openIncidents ?? 0
  if (count === 0) return null
  return (
    <Badge variant="destructive" className="ml-2">
      {count.toLocaleString()}
      <span className="sr-only"> open {count === 1 ? 'incident' : 'incidents'}</span>
    </Badge>
  )
}
