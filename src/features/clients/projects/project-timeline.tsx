import { firstOf } from '#contract/cut-text.ts'
import { Time } from '#web/ui/time.tsx'
import type { ProjectDetail } from './contract.ts'
import { milestonesOf } from './project-dates.ts'

const newestNotes = 3
const longestNote = 60

export function ProjectTimeline({ project }: { project: ProjectDetail }) {
  return (
    <ol className="steps">
      {milestonesOf(project, new Date()).map(({ title, at, isDay }) => (
        <li key={title} className="step">
          <p className="font-semibold">{title}</p>
          <Time value={at} calendarDay={isDay} className="small text-ink-2" />
        </li>
      ))}
      {project.notes.slice(0, newestNotes).map(({ id, content, author, createdAt }) => (
        <li key={id} className="step step-note">
          <p dir="auto">{firstOf(content, longestNote, 'codePoints')}</p>
          <p dir="auto" className="small text-ink-2">
            Note{author && ` by ${author}`}, <Time value={createdAt} format="datetime" />
          </p>
        </li>
      ))}
    </ol>
  )
}
