import type { AutomationState } from '#contract/vocabulary.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import type { AutomationItem } from '../register/contract.ts'
import { stateWords } from './automation-words.ts'

const variants: Record<AutomationState, BadgeVariant> = {
  down: 'destructive',
  late: 'canary',
  unobserved: 'outline',
  new: 'outline',
  up: 'default',
  paused: 'secondary',
  retired: 'secondary',
}

export function StateBadge({ state }: { state: AutomationState }) {
  return <Badge variant={variants[state]}>{stateWords[state]}</Badge>
}

/** The state, whether a run is under way, and whether somebody has taken the incident. */
export function StateCell({ state, running, openIncident }: AutomationItem) {
  const more = [running && 'running', openIncident?.acknowledgedAt && 'acknowledged']
  const words = more.filter(Boolean).join(', ')
  return (
    <>
      <StateBadge state={state} />
      {words && <span className="small block text-ink-2">{words}</span>}
    </>
  )
}
