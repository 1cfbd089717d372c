import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keyOf } from '#web/api/query.ts'
import { newKey } from '#web/api/submission-keys.ts'
import { UploadError, upload } from '#web/api/upload.ts'
import { showSuccess } from '#web/ui/outcome.ts'
import { toast } from '#web/ui/toast-store.ts'
import { useRefresh } from '../use-refresh.ts'
import { documents } from './contract.ts'
import { type Announced, uploadNews } from './upload-news.ts'
import { type QueuedFile, refusalOf, uploadQueue } from './upload-queue.ts'

export type ProjectRef = { clientId: string; projectId: string }

const none: readonly QueuedFile[] = []

/**
 * Idempotency keys of uploads without a response, by file properties, so that a file that is chosen
 * again is stored only once.
 */
const unanswered = new Map<string, string>()

/** Refetches the documents of a project and everything else that shows them. */
export function useRefreshDocuments() {
  const cache = useQueryClient()
  const refresh = useRefresh()
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: keyOf(documents.list) }),
      refresh.project(),
    ])
  }
}

export function useUploads(project: ProjectRef) {
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.files, () => none)
  const refresh = useRefreshDocuments()
  const files = all.filter(({ projectId }) => projectId === project.projectId)

  function begin(file: File): void {
    const entry = { projectId: project.projectId, name: file.name, size: file.size }
    const same = JSON.stringify([entry, file.lastModified])
    const idempotencyKey = unanswered.get(same) ?? newKey()
    unanswered.delete(same)
    uploadQueue.add(entry, async (id, sending) => {
      try {
        const { originalName } = await upload(documents.upload, project, file, {
          ...sending,
          idempotencyKey,
        })
        uploadQueue.stored(id)
        showSuccess(`${originalName} uploaded successfully`)
        await refresh()
      } catch (error) {
        unanswered.set(same, idempotencyKey)
        const failure = error instanceof UploadError ? error : undefined
        const reason = failure?.message ?? 'Unknown error'
        if (failure?.aborted) uploadQueue.drop(id)
        else uploadQueue.stopped(id, reason)
        toast({
          title: 'Error',
          description: `Failed to upload ${file.name}: ${reason}`,
          variant: 'destructive',
        })
      }
    })
  }

  function add(given: readonly File[]): void {
    for (const file of given) {
      const refused = refusalOf(file)
      if (!refused) {
        begin(file)
        continue
      }
      uploadQueue.refuse(
        { projectId: project.projectId, name: file.name, size: file.size },
        refused.reason,
      )
      toast({ title: refused.title, description: refused.reason, variant: 'destructive' })
    }
  }
  return { files, add }
}

export function useUploadNews(files: readonly QueuedFile[]): string {
  const before = useRef<Announced>(new Map())
  const [news, setNews] = useState('')
  useEffect(() => {
    const now = uploadNews(before.current, files, uploadQueue.isStored)
    before.current = now.announced
    if (now.news) setNews(now.news)
  }, [files])
  return news
}

/** Keeps the browser from leaving the page when a file is dropped outside the drop area. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    function refuse(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return
      const meant = event.target instanceof Element && event.target.closest('[data-takes-files]')
      if (!meant) event.dataTransfer.dropEffect = 'none'
      event.preventDefault()
    }
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, refuse)
    return () => {
      for (const name of ['dragover', 'drop'] as const) window.removeEventListener(name, refuse)
    }
  }, [])
}

export function useStayWhileSending(sending: boolean): void {
  useEffect(() => {
    if (!sending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [sending])
}
