import { Time } from '../../../web/ui/time.tsx'
import type { Project } from './contract.ts'
import { ProjectProgress } from './project-status.tsx'

export function ProjectOverview({ project }: { project: Project }) {
  const { title, progress, budget, timeline, startDate, endDate, createdAt, description } = project
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="max-w-xl">
        <p className="small mb-1 text-ink-2">Progress</p>
        <ProjectProgress value={progress} of={title} />
      </div>
      <dl className="facts">
        <div>
          <dt>Budget</dt>
          <dd dir="auto">{budget ?? 'Not set'}</dd>
        </div>
        <div>
          <dt>Start Date</dt>
          <dd>{startDate ? <Time value={startDate} calendarDay /> : 'Not set'}</dd>
        </div>
        <div>
          <dt>End Date</dt>
          <dd>{endDate ? <Time value={endDate} calendarDay /> : 'Not set'}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Time value={createdAt} />
          </dd>
        </div>
        {timeline && (
          <div>
            <dt>Timeline wished for</dt>
            <dd dir="auto">{timeline}</dd>
          </div>
        )}
        <div className="fact-wide">
          <dt>Description</dt>
          <dd dir="auto" className="measure whitespace-pre-line">
            {description ?? 'No description'}
          </dd>
        </div>
      </dl>
    </div>
  )
}
