import { EmptyState } from '../../web/ui/empty-state.tsx'
import { Time } from '../../web/ui/time.tsx'
import type { ProjectDetail } from './contract.ts'

/** The documents of a project by name. */
export function ProjectDocuments({ project: { documents } }: { project: ProjectDetail }) {
  if (documents.length === 0) return <EmptyState title="No documents yet" headingLevel={4} />
  return (
    <ul className="divide-y divide-rule">
      {documents.map(({ id, originalName, author, createdAt }) => (
        <li key={id} className="flex flex-wrap gap-x-4 py-2.5">
          <span className="min-w-0 font-medium break-all">{originalName}</span>
          <span className="small ml-auto text-ink-2">
            {author && `${author}, `}
            <Time value={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
