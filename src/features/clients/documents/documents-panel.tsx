import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { pages } from '../../../web/api/pages.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { tellFailure, tellSuccess } from '../../../web/ui/outcome.ts'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { useMay } from '../../identity/sign-in/use-may.ts'
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
  const place = { clientId, projectId }
  const mayChange = useMay('admin')
  const loaded = useInfiniteQuery(pages(documents.list, { ...place, limit: pageLength }))
  const list = loaded.data?.pages.flatMap(({ items }) => items)
  const { deleted, remove, restore } = useDeletion(place)
  useNoStrayDrops()

  return (
    <div className="grid gap-4">
      {mayChange && <Uploads place={place} />}
      {deleted && (
        <Deleted key={deleted.id} name={deleted.originalName} onUndo={() => restore(deleted)} />
      )}
      {loaded.isPending && <SkeletonList rows={Math.min(Math.max(count, 1), 6)} />}
      {loaded.isError && !loaded.isFetchNextPageError && (
        <ErrorState
          message="Failed to fetch documents"
          onRetry={loaded.refetch}
          retrying={loaded.isFetching}
        />
      )}
      {list?.length === 0 && !deleted && (
        <EmptyState title="No documents yet" headingLevel={4}>
          Contracts, briefs and deliverables of this project appear here.
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <DocumentList place={place} list={list} onDelete={mayChange ? remove : undefined} />
      )}
      <ShowMore pages={loaded} />
    </div>
  )
}

function Uploads({ place }: { place: ProjectRef }) {
  const { files, add } = useUploads(place)
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

/** Takes the focus from the deleted row, and outlives the toast. */
function Deleted({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <p className="file-deleted">
      <span className="min-w-0">{name} deleted.</span>
      <Button ref={undo} onClick={onUndo}>
        Undo deletion
      </Button>
    </p>
  )
}

function useDeletion(place: ProjectRef) {
  const refresh = useRefreshDocuments(place)
  const [deleted, setDeleted] = useState<ProjectDocument | null>(null)
  useEffect(() => {
    if (!deleted) return
    const tooLate = setTimeout(() => setDeleted(null), undoMs)
    return () => clearTimeout(tooLate)
  }, [deleted])

  const restoring = useMutation({
    mutationFn: ({ id }: ProjectDocument) =>
      call(browser, documents.restore, { ...place, documentId: id }),
    onSuccess: async (_, { id }) => {
      setDeleted((now) => (now?.id === id ? null : now))
      await refresh()
      tellSuccess('Document restored')
    },
    onError: (error) => tellFailure(error, 'Failed to restore document'),
  })
  const deleting = useMutation({
    mutationFn: ({ id }: ProjectDocument) =>
      call(browser, documents.remove, { ...place, documentId: id }),
    onSuccess: async (_, document) => {
      await refresh()
      setDeleted(document)
      tellSuccess('Document deleted successfully', {
        altText: 'Undo deletion, also above the documents',
        run: () => restoring.mutate(document),
      })
    },
    onError: (error) => tellFailure(error, 'Failed to delete document'),
  })
  return {
    deleted,
    remove: (document: ProjectDocument) => {
      if (!deleting.isPending) deleting.mutate(document)
    },
    restore: (document: ProjectDocument) => restoring.mutate(document),
  }
}
