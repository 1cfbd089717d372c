import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { DeleteDialog } from '../../../web/editing/delete-dialog.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { useShortcut } from '../../../web/ui/shortcuts.ts'
import { useOpenings } from '../../../web/ui/use-openings.ts'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { useRefresh } from '../list/use-refresh.ts'
import { projects as endpoints, type Project } from './contract.ts'
import { ProjectCard, type ProjectView, projectViews } from './project-card.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import './projects.css'

type Asked = { what: 'add' | 'edit' | 'delete'; project?: Project; opener: HTMLElement | null }

/** The open project and its tab are stored in the URL. */
export function ProjectsPanel({ clientId, projects }: { clientId: string; projects: Project[] }) {
  const [parameters, setParameters] = useSearchParams()
  const mayChange = useMay('admin')
  const refresh = useRefresh()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Asked>({ what: 'add', opener: null })
  const [open, setOpen] = useState(false)
  const openings = useOpenings(open)
  const opened = parameters.get('project')
  const view = projectViews.find((name) => name === parameters.get('view')) ?? 'overview'

  function show(project: string | null, next: ProjectView = 'overview') {
    setParameters(
      {
        tab: 'projects',
        ...(project && { project }),
        ...(project && next !== 'overview' && { view: next }),
      },
      { preventScrollReset: true },
    )
  }
  function ask(question: Asked) {
    setAsked(question)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const add = useRef<HTMLButtonElement>(null)
  useShortcut(
    { keys: 'n', label: 'Add Project', run: () => ask({ what: 'add', opener: add.current }) },
    mayChange,
  )
  const addButton = mayChange && (
    <Button
      icon={Plus}
      ref={add}
      variant="primary"
      title="Add Project (N)"
      aria-keyshortcuts="N"
      onClick={(event) => ask({ what: 'add', opener: event.currentTarget })}
    >
      Add Project
    </Button>
  )
  const { what, project, opener } = asked
  return (
    <section aria-labelledby="projects-heading">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 ref={heading} id="projects-heading" tabIndex={-1} className="text-lg font-semibold">
          Projects
        </h2>
        <div className="ml-auto">{projects.length > 0 && addButton}</div>
      </div>
      {projects.length === 0 ? (
        <div className="panel">
          <EmptyState title="No projects yet" action={addButton}>
            What you plan, build and deliver for this client.
          </EmptyState>
        </div>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {projects.map((each) => (
            <ProjectCard
              key={each.id}
              clientId={clientId}
              project={each}
              view={each.id === opened ? view : undefined}
              onView={(next) => show(each.id, next)}
              onToggle={() => show(each.id === opened ? null : each.id)}
              mayChange={mayChange}
              onEdit={(button) => ask({ what: 'edit', project: each, opener: button })}
              onDelete={(button) => ask({ what: 'delete', project: each, opener: button })}
            />
          ))}
        </ul>
      )}
      {what === 'delete' && project ? (
        <DeleteDialog
          key={openings}
          noun="project"
          name={project.title}
          consequence="This action cannot be undone and will also delete all its notes and documents."
          send={() => call(browser, endpoints.remove, { clientId, projectId: project.id })}
          onDeleted={() => {
            if (project.id === opened) show(null)
            return refresh.client()
          }}
          open={open}
          onClose={close}
          opener={opener}
          focusAfterwards={() => heading.current}
        />
      ) : (
        <ProjectDialog
          key={openings}
          clientId={clientId}
          project={project}
          open={open}
          onClose={close}
          onSaved={({ id }) => !project && show(id)}
          opener={opener}
        />
      )}
    </section>
  )
}
