import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { call } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { usePages } from '#web/api/pages.ts'
import { newKey } from '#web/api/submission-keys.ts'
import { useUndoableDeletion } from '#web/editing/undo-deletion.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SelectAll, SelectionBar, SelectMode, useSelection } from '#web/ui/selection.tsx'
import { counted } from '#web/ui/words.ts'
import { useUploads } from '#web/upload-queue.ts'
import { documents, type ProjectDocument } from './contract.ts'
import { DocumentList } from './document-list.tsx'
import './documents.css'
import { DropArea } from './drop-area.tsx'
import { UploadList } from './upload-list.tsx'
import {
  type ProjectRef,
  useNoStrayDrops,
  useRefreshDocuments,
  useStayWhileSending,
  useUploadDocuments,
  useUploadNews,
} from './use-uploads.ts'

/** The documents to delete. A single one also has its name. */
type Chosen = { id: string; ids: string[]; documentId?: string; name?: string }

/** @param count number of documents if known before the list loads; reserves that many rows. */
export function DocumentsPanel({
  clientId,
  projectId,
  count = 2,
}: ProjectRef & { count?: number }) {
  const panelId = useId()
  const project = { clientId, projectId }
  const mayChange = useMay('admin')
  const { paging, ...loaded } = usePages(documents.list, project, { parameter: null })
  const list = loaded.data?.items
  const selection = useSelection(list)
  const { remove, isRemoving, notice } = useUndoableDeletion<Chosen>({
    noun: 'document',
    countOf: ({ ids }) => ids.length,
    nameOf: ({ name, ids }) => name ?? counted(ids.length, 'document'),
    remove: ({ ids, documentId }) =>
      documentId
        ? call(browser, documents.remove, { ...project, documentId })
        : call(browser, documents.removeChosen, { ...project, ids }),
    restore: ({ ids, documentId }) =>
      documentId
        ? call(browser, documents.restore, { ...project, documentId })
        : call(browser, documents.restoreChosen, { ...project, ids }),
    refresh: useRefreshDocuments(),
    undoMs,
  })
  const removeOne = ({ id, originalName: name }: ProjectDocument) => {
    selection.toggle(id, false, false)
    remove({ id, ids: [id], documentId: id, name })
  }
  const removeChosen = () =>
    remove({ id: newKey(), ids: selection.ids() }, { onSuccess: selection.clear })
  useNoStrayDrops()

  return (
    <div className="grid gap-4" id={panelId}>
      {mayChange && <Uploads project={project} />}
      {notice}
      <Loaded
        query={{ ...loaded, data: list }}
        message="Failed to fetch documents"
        skeleton={<SkeletonList rows={Math.min(Math.max(count, 1), 6)} />}
      >
        {(shown) =>
          shown.length > 0 ? (
            <>
              {mayChange && shown.length > 1 && (
                <div className="flex items-center gap-2 pl-1.5">
                  {selection.mode === undefined && <SelectAll selection={selection}>All</SelectAll>}
                  <SelectMode selection={selection} />
                </div>
              )}
              <DocumentList
                project={project}
                list={shown}
                selection={mayChange && shown.length > 1 ? selection : undefined}
                onDelete={mayChange ? removeOne : undefined}
              />
            </>
          ) : (
            !notice && (
              <EmptyState title="No documents yet" headingLevel={4}>
                Contracts, briefs and deliverables of this project appear here.
              </EmptyState>
            )
          )
        }
      </Loaded>
      <Pagination label="Pages of documents" {...paging} heading={`#${CSS.escape(panelId)}`} />
      <SelectionBar selection={selection} subject="documents">
        <Button icon={Trash2} busy={isRemoving} onClick={removeChosen}>
          Delete
        </Button>
      </SelectionBar>
    </div>
  )
}

function Uploads({ project }: { project: ProjectRef }) {
  const files = useUploads(project.projectId)
  const add = useUploadDocuments(project)
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
