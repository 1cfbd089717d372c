import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { pages } from '#web/api/pages.ts'
import { useUndoableDeletion } from '#web/editing/undo-deletion.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import type { ProjectDocument } from '../projects/contract.ts'
import { documents } from './contract.ts'
import { DocumentList } from './document-list.tsx'
import './documents.css'
import { DropArea } from './drop-area.tsx'
import { UploadList } from './upload-list.tsx'
import {
  type ProjectRef,
  useNoStrayDrops,
  useRefreshDocuments,
  useStayWhileSending,
  useUploadNews,
  useUploads,
} from './use-uploads.ts'

const pageLength = 50

/** @param count number of documents if known before the list loads; reserves as many rows. */
export function DocumentsPanel({
  clientId,
  projectId,
  count = 2,
}: ProjectRef & { count?: number }) {
  const project = { clientId, projectId }
  const mayChange = useMay('admin')
  const loaded = useInfiniteQuery(pages(documents.list, { ...project, limit: pageLength }))
  const list = loaded.data?.pages.flatMap(({ items }) => items)
  const { remove, notice } = useUndoableDeletion<ProjectDocument>({
    noun: 'document',
    nameOf: ({ originalName }) => originalName,
    remove: ({ id }) => call(browser, documents.remove, { ...project, documentId: id }),
    restore: ({ id }) => call(browser, documents.restore, { ...project, documentId: id }),
    refresh: useRefreshDocuments(project),
    undoMs,
  })
  useNoStrayDrops()

  return (
    <div className="grid gap-4">
      {mayChange && <Uploads project={project} />}
      {notice}
      <Loaded
        query={{ ...loaded, data: list, isError: loaded.isError && !loaded.isFetchNextPageError }}
        message="Failed to fetch documents"
        skeleton={<SkeletonList rows={Math.min(Math.max(count, 1), 6)} />}
      >
        {(shown) =>
          shown.length > 0 ? (
            <DocumentList
              project={project}
              list={shown}
              onDelete={mayChange ? remove : undefined}
            />
          ) : (
            !notice && (
              <EmptyState title="No documents yet" headingLevel={4}>
                Contracts, briefs and deliverables of this project appear here.
              </EmptyState>
            )
          )
        }
      </Loaded>
      <ShowMore pages={loaded} />
    </div>
  )
}

function Uploads({ project }: { project: ProjectRef }) {
  const { files, add } = useUploads(project)
  const news = useUploadNews(files)
  useStayWhileSending(files.some(({ state }) => state !== 'stopped'))
  return (
    <>
      <DropArea onFiles={add} />
      <p role="status" className="sr-only">
        {news}
      </p>
      <UploadList files={files} />
    </>
  )
}

function SkeletonList({ rows }: { rows: number }) {
  return (
    <div className="file-list" role="status" aria-label="Loading documents">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className="file-row">
          <Skeleton className="h-5 w-5" />
          <Skeleton className="h-9 w-2/3" />
        </div>
      ))}
    </div>
  )
}

/** Slightly less than the server's 60 s for undoing a deletion. */
const undoMs = 55_000
