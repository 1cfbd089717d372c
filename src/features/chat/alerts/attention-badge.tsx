import { Badge } from '../../../web/ui/badge.tsx'
import { useAttention } from './use-agent-console.ts'

export function AttentionBadge() {
  const attention = useAttention()
  if (attention === 0) return null
  return (
    <Badge variant="canary" className="ml-2">
      {attention}
      <span className="sr-only">{attention === 1 ? ' chat waits' : ' chats wait'}</span>
    </Badge>
  )
}
