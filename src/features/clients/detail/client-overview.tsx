import { Link } from 'react-router'
import { ClientAutomations } from '#features/automations/screens/client-automations.tsx'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Client, Project } from '../contract.ts'
import { LazyClientMail } from '../mail/lazy-client-mail.tsx'
import { ProjectProgress, ProjectStatusBadge } from '../projects/project-status.tsx'
import { ClientReceipts } from '../receipts/client-receipts.tsx'
import { ClientTimeline } from '../timeline/client-timeline.tsx'
import { ClientCard } from './client-card.tsx'

export function ClientOverview({ client }: { client: Client }) {
  const mayChange = useMay('admin')
  return (
    <div className="client-overview">
      <div className="grid grid-cols-1 gap-5">
        <ClientCard client={client} />
        <section aria-labelledby="summaries-heading">
          <h2 id="summaries-heading" className="mb-3 text-lg font-semibold">
            Projects
          </h2>
          {client.projects.length === 0 ? (
            <div className="panel">
              <EmptyState
                title="No projects yet"
                action={mayChange && <ButtonLink to="?tab=projects&new">Add Project</ButtonLink>}
              />
            </div>
          ) : (
            <ul className="project-summaries">
              {client.projects.map((project) => (
                <ProjectSummary key={project.id} project={project} />
              ))}
            </ul>
          )}
        </section>
      </div>
      <div className="grid grid-cols-1 gap-5">
        <ClientAutomations clientId={client.id} />
        <LazyClientMail client={client} />
        <ClientTimeline clientId={client.id} />
        <ClientReceipts clientId={client.id} />
      </div>
    </div>
  )
}

function ProjectSummary({ project }: { project: Project }) {
  const { id, title, status, description, progress } = project
  return (
    <li className="panel project-summary">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link dir="auto" className="row-link min-w-0" to={`?tab=projects&project=${id}`}>
          {title}
        </Link>
        <ProjectStatusBadge status={status} />
      </p>
      {description && (
        <p dir="auto" className="project-summary-text text-ink-2">
          {description}
        </p>
      )}
      <ProjectProgress value={progress} projectTitle={title} />
    </li>
  )
}
