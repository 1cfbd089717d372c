import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../contract/endpoint.ts'
import { sentenceOf } from '../../web/api/api-error.ts'
import { browser } from '../../web/api/browser.ts'
import { query } from '../../web/api/query.ts'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'
import { toast } from '../../web/ui/toast-store.ts'
import { useSession } from '../auth/use-session.ts'
import type { ProjectDocument } from '../projects/contract.ts'
import { documents } from './contract.ts'
import { DocumentList } from './document-list.tsx'
import './documents.css'
import { DropArea } from './drop-area.tsx'
import { UploadList } from './upload-list.tsx'
import {
  type Place,
  useNoStrayDrops,
  useRefreshDocuments,
  useStayWhileSending,
  useUploadNews,
  useUploads,
} from './use-uploads.ts'

/**
 * Uploading, listing and deleting the documents of a project.
 *
 * @param count how many there are, when it is known before the list: so many rows are held free.
 */
export function DocumentsPanel({ clientId, projectId, count = 2 }: Place & { count?: number }) {
  const place = { clientId, projectId }
  const session = useSession()
  const mayChange = session.state === 'authenticated' && session.user.role !== 'agent'
  const { data, isPending, isError, isFetching, refetch } = useQuery(query(documents.list, place))
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = useDelete(place, () => heading.current?.focus())
  useNoStrayDrops()

  return (
    <section aria-labelledby={`documents-${projectId}`} className="grid gap-4">
      <h4 ref={heading} id={`documents-${projectId}`} tabIndex={-1} className="sr-only">
        Documents
      </h4>
      {mayChange && <Uploads place={place} />}
      {isPending && <SkeletonList rows={Math.min(Math.max(count, 1), 6)} />}
      {isError && (
        <ErrorState message="Failed to fetch documents" onRetry={refetch} retrying={isFetching} />
      )}
      {data?.length === 0 && (
        <EmptyState title="No documents yet" headingLevel={4}>
          Contracts, briefs and deliverables of this project appear here.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <DocumentList place={place} list={data} onDelete={mayChange ? remove : undefined} />
      )}
    </section>
  )
}

function Uploads({ place }: { place: Place }) {
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

/** Deletes at once; the toast takes it back. */
function useDelete(place: Place, afterwards: () => void) {
  const refresh = useRefreshDocuments(place)
  const failed = (fallback: string) => (error: unknown) => {
    const description = sentenceOf(error, fallback)
    toast({ title: 'Error', description, variant: 'destructive' })
  }
  const restore = useMutation({
    mutationFn: ({ id }: ProjectDocument) =>
      call(browser, documents.restore, { ...place, documentId: id }),
    onSuccess: refresh,
    onError: failed('Failed to restore document'),
  })
  const remove = useMutation({
    mutationFn: ({ id }: ProjectDocument) =>
      call(browser, documents.remove, { ...place, documentId: id }),
    onSuccess: async (_, document) => {
      toast({
        title: 'Success',
        description: 'Document deleted successfully',
        action: { label: 'Undo', onSelect: () => restore.mutate(document) },
      })
      await refresh()
      afterwards()
    },
    onError: failed('Failed to delete document'),
  })
  return (document: ProjectDocument) => {
    if (!remove.isPending) remove.mutate(document)
  }
}
