import { type ProjectStatus, projectStatuses } from '#contract/vocabulary.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { capital } from '#web/ui/words.ts'

const variants: Record<ProjectStatus, BadgeVariant> = {
  prospect: 'outline',
  discovery: 'secondary',
  in_progress: 'default',
  qa: 'default',
  delivered: 'secondary',
  on_hold: 'destructive',
}

const words = (status: ProjectStatus) =>
  status === 'qa' ? 'QA' : capital(status.replace('_', ' '))

export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  return <Badge variant={variants[status]}>{words(status)}</Badge>
}

export function ProjectStatusOptions() {
  return projectStatuses.map((status) => (
    <option key={status} value={status}>
      {words(status)}
    </option>
  ))
}

/** `projectTitle` names the project in the accessible label. */
export function ProjectProgress({ value, projectTitle }: { value: number; projectTitle: string }) {
  return (
    <div className="progress">
      <progress value={value} max={100} aria-label={`Progress of ${projectTitle}`} />
      <span>{value}%</span>
    </div>
  )
}
