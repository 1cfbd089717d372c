import { firstOf } from '#contract/cut-text.ts'
import { Time } from '#web/ui/time.tsx'
import type { ProjectDetail } from './contract.ts'
import { milestonesOf } from './project-dates.ts'

const newestNotes = 3
const maxNoteLength = 60

/** Shows events in chronological order, and the due date separately. */
export function ProjectTimeline({ project }: { project: ProjectDetail }) {
  const { steps, due } = milestonesOf(project, new Date())
  const notes = project.notes.slice(0, newestNotes).map((note) => ({ at: note.createdAt, note }))
  const entries = [...steps, ...notes].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <>
      <ol className="steps">
        {entries.map((entry) =>
          'note' in entry ? (
            <li key={entry.note.id} className="step step-note">
              <p dir="auto">{firstOf(entry.note.content, maxNoteLength, 'codePoints')}</p>
              <p dir="auto" className="small text-ink-2">
                Note{entry.note.author && ` by ${entry.note.author}`},{' '}
                <Time value={entry.at} format="datetime" />
              </p>
            </li>
          ) : (
            <li key={entry.title} className="step">
              <p className="font-semibold">{entry.title}</p>
              <Time value={entry.at} calendarDay={entry.isDay} className="small text-ink-2" />
            </li>
          ),
        )}
      </ol>
      {due && (
        <p className="mt-4 border-t border-rule pt-3">
          <span className="font-semibold">Project Due</span>{' '}
          <Time value={due} calendarDay className="text-ink-2" />
        </p>
      )}
    </>
  )
}
