import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { DeleteDialog } from '#web/editing/delete-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { Project } from '../contract.ts'
import { useRefresh } from '../use-refresh.ts'
import { projects as endpoints } from './contract.ts'
import { ProjectCard, type ProjectView, projectViews } from './project-card.tsx'
import './projects.css'

const LazyDialog = lazyComponent(async () => (await import('./project-dialog.tsx')).ProjectDialog)

type Asked = { what: 'add' | 'edit' | 'delete'; project?: Project }

/** The URL stores the open project and its tab. */
export function ProjectsPanel({ clientId, projects }: { clientId: string; projects: Project[] }) {
  const [parameters, setParameters] = useSearchParams()
  const mayChange = useMay('admin')
  const refresh = useRefresh()
  const heading = useRef<HTMLHeadingElement>(null)
  const { subject, opening, state, show: ask } = useDialog<Asked>()
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
  const addButton = useRef<HTMLButtonElement>(null)
  const addProject = () => ask({ what: 'add' }, addButton.current)
  const isAsked = mayChange && parameters.has('new')
  const arrived = useRef(false)
  // The dialog opens after the parameter is removed from the address, so that a reload does not
  // open it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival.
  useEffect(() => {
    if (isAsked) setParameters({ tab: 'projects' }, { replace: true, preventScrollReset: true })
    else if (arrived.current) addProject()
    arrived.current = isAsked
  }, [isAsked])
  useShortcut({ keys: 'n', label: 'Add Project', run: addProject }, mayChange)
  const add = mayChange && (
    <Button
      icon={Plus}
      ref={addButton}
      variant="primary"
      title="Add Project (N)"
      aria-keyshortcuts="N"
      onClick={addProject}
    >
      Add Project
    </Button>
  )
  const { what, project }: Asked = subject ?? { what: 'add' }
  return (
    <section aria-labelledby="projects-heading">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 ref={heading} id="projects-heading" tabIndex={-1} className="text-lg font-semibold">
          Projects
        </h2>
        <div className="ml-auto">{projects.length > 0 && add}</div>
      </div>
      {projects.length === 0 ? (
        <div className="panel">
          <EmptyState title="No projects yet" action={add}>
            Plan, build and deliver for this client here.
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
              onEdit={(button) => ask({ what: 'edit', project: each }, button)}
              onDelete={(button) => ask({ what: 'delete', project: each }, button)}
            />
          ))}
        </ul>
      )}
      {what === 'delete' && project ? (
        <DeleteDialog
          key={opening}
          noun="project"
          name={project.title}
          consequence="This action cannot be undone and will also delete all its notes and documents."
          send={() => call(browser, endpoints.remove, { clientId, projectId: project.id })}
          onDeleted={() => {
            if (project.id === opened) show(null)
            return refresh.client()
          }}
          {...state}
          focusAfterwards={() => heading.current}
        />
      ) : (
        <LazyDialog
          key={opening}
          clientId={clientId}
          project={project}
          {...state}
          onSaved={({ id }) => !project && show(id)}
        />
      )}
    </section>
  )
}
