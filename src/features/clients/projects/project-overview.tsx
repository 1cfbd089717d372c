import { Fact } from '#web/ui/fact.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Project } from '../contract.ts'
import { LazyClientMail } from '../mail/lazy-client-mail.tsx'
import { ProjectProgress } from './project-status.tsx'

export function ProjectOverview(props: { clientId: string; project: Project }) {
  const { clientId, project } = props
  const { title, progress, budget, timeline, startDate, endDate, createdAt, description } = project
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="max-w-xl">
        <p className="small mb-1 text-ink-2">Progress</p>
        <ProjectProgress value={progress} projectTitle={title} />
      </div>
      <dl className="facts">
        <Fact label="Budget">{budget ?? 'Not set'}</Fact>
        <Fact label="Start Date">
          {startDate ? <Time value={startDate} calendarDay /> : 'Not set'}
        </Fact>
        <Fact label="End Date">{endDate ? <Time value={endDate} calendarDay /> : 'Not set'}</Fact>
        <Fact label="Created">
          <Time value={createdAt} />
        </Fact>
        {timeline && <Fact label="Preferred timeline">{timeline}</Fact>}
        <Fact label="Description" wide>
          {description ?? 'No description'}
        </Fact>
      </dl>
      <div>
        <LazyClientMail clientId={clientId} project={project} />
      </div>
    </div>
  )
}
