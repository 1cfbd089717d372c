import { useChats } from '#features/chat/alerts/agent-console.tsx'
import { Badge } from '#web/ui/badge.tsx'

const max = 99

/** Counts the open deadlines of this user and the unassigned ones. */
export function InboxBadge() {
  const count = useChats(({ counts: { mine = 0, unassigned = 0 } }) => mine + unassigned)
  if (count === 0) return null
  return (
    <Badge variant="canary" className="ml-2">
      {count > max ? `${max}+` : count}
      <span className="sr-only"> to answer</span>
    </Badge>
  )
}
