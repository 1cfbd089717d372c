import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import type { RunItem } from '../pings/contract.ts'
import { outcomeWords } from './automation-words.ts'

const variants: Record<RunItem['outcome'], BadgeVariant> = {
  running: 'outline',
  ok: 'default',
  failed: 'destructive',
  overrun: 'destructive',
  missed: 'destructive',
  unobserved: 'secondary',
}

export function RunOutcome({ run: { outcome, lateMs, missedCount } }: { run: RunItem }) {
  const late = outcome === 'ok' && (lateMs ?? 0) > 0
  const times = (missedCount ?? 1) > 1 ? ` (${missedCount})` : ''
  return (
    <Badge variant={late ? 'canary' : variants[outcome]}>
      {late ? 'Late' : outcomeWords[outcome]}
      {times}
    </Badge>
  )
}
