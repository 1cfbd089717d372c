import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { firstOf } from '#contract/cut-text.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import type { Project } from '../contract.ts'
import { DocumentsPanel } from '../documents/documents-panel.tsx'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { projects } from './contract.ts'
import { ProjectOverview } from './project-overview.tsx'
import { ProjectProgress, ProjectStatusBadge } from './project-status.tsx'
import { ProjectTimeline } from './project-timeline.tsx'

const maxDescriptionLength = 100

export const projectViews = ['overview', 'notes', 'documents', 'timeline'] as const
export type ProjectView = (typeof projectViews)[number]

export function ProjectCard(props: {
  clientId: string
  project: Project
  /** Undefined while collapsed. */
  view: ProjectView | undefined
  onView: (view: ProjectView) => void
  onToggle: () => void
  mayChange: boolean
  onEdit: (opener: HTMLElement) => void
  onDelete: (opener: HTMLElement) => void
}) {
  const { clientId, project, view, onView, mayChange } = props
  const contentId = useId()
  const { title, description, status, progress } = project
  const open = view !== undefined
  return (
    <li className="panel project-card" data-open={open || undefined}>
      <div className="project-head">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            className="project-toggle focus-inset"
            aria-expanded={open}
            aria-controls={open ? contentId : undefined}
            onClick={props.onToggle}
          >
            <Icon icon={ChevronDown} className="project-chevron" />
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span dir="auto" className="min-w-0 font-semibold">
                  {title}
                </span>
                <ProjectStatusBadge status={status} />
              </span>
              {description && (
                <span dir="auto" className="mt-0.5 block font-normal text-ink-2">
                  {firstOf(description, maxDescriptionLength, 'codePoints')}
                </span>
              )}
            </span>
          </button>
        </h3>
        <div className="project-side">
          <ProjectProgress value={progress} projectTitle={title} />
          {mayChange && (
            <div className="flex gap-1">
              <Button
                variant="quiet"
                aria-label={`Edit ${title}`}
                onClick={(event) => props.onEdit(event.currentTarget)}
              >
                Edit
              </Button>
              <Button
                variant="quiet"
                aria-label={`Delete ${title}`}
                onClick={(event) => props.onDelete(event.currentTarget)}
              >
                Delete
              </Button>
            </div>
          )}
        </div>
      </div>
      {view && (
        <div id={contentId} className="project-body">
          <OpenProject clientId={clientId} projectId={project.id} view={view} onView={onView} />
        </div>
      )}
    </li>
  )
}

function OpenProject({
  view,
  onView,
  ...ids
}: {
  clientId: string
  projectId: string
  view: ProjectView
  onView: (view: ProjectView) => void
}) {
  const { data, isError, isFetching, refetch } = useQuery(query(projects.show, ids))
  if (isError) {
    return (
      <ErrorState
        message="Failed to fetch project details"
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading project details" className="grid gap-4 py-3">
        <Skeleton className="h-3.5 w-1/3" />
        <Skeleton className="h-3.5 w-2/3" />
        <Skeleton className="h-3.5 w-1/2" />
      </div>
    )
  }
  return (
    <Tabs value={view} onValueChange={(next) => onView(next as ProjectView)}>
      <TabList label={`Details of ${data.title}`}>
        <Tab value="overview">Overview</Tab>
        <Tab value="notes">{`Notes (${data.notes.length.toLocaleString()})`}</Tab>
        <Tab value="documents">{`Documents (${data.documents.length.toLocaleString()})`}</Tab>
        <Tab value="timeline">Timeline</Tab>
      </TabList>
      <TabPanel value="overview">
        <ProjectOverview clientId={ids.clientId} project={data} />
      </TabPanel>
      <TabPanel value="notes">
        <NotesPanel {...ids} notes={data.notes} />
      </TabPanel>
      <TabPanel value="documents">
        <DocumentsPanel {...ids} count={data.documents.length} />
      </TabPanel>
      <TabPanel value="timeline">
        <ProjectTimeline project={data} />
      </TabPanel>
    </Tabs>
  )
}
