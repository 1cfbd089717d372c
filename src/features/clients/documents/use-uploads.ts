import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  emptyFile,
  extensionOf,
  maxBytes,
  tooLarge,
  typeOfExtension,
  wrongType,
} from '#contract/file-rules.ts'
import { keyOf } from '#web/api/query.ts'
import { newKey } from '#web/api/submission-keys.ts'
import { UploadError, upload } from '#web/api/upload.ts'
import { showSuccess } from '#web/ui/outcome.ts'
import { toast } from '#web/ui/toast-store.ts'
import { addUpload, isStored, type QueuedUpload, refuseUpload } from '#web/upload-queue.ts'
import { useRefresh } from '../use-refresh.ts'
import { documents } from './contract.ts'
import { type Announced, uploadNews } from './upload-news.ts'

export type ProjectRef = { clientId: string; projectId: string }

/**
 * Idempotency keys of uploads without a response, by file properties, so that a file that is chosen
 * again is stored only once.
 */
const unanswered = new Map<string, string>()

/**
 * The reason why a file cannot be sent, if any. The server applies the same rules and also checks
 * the content.
 */
function refusalOf({ name, size }: File) {
  if (size > maxBytes) return { title: tooLarge.title, reason: tooLarge.about(name) }
  if (!Object.hasOwn(typeOfExtension, extensionOf(name))) {
    return { title: wrongType.title, reason: wrongType.about(name) }
  }
  if (size === 0) return { title: 'Empty file', reason: emptyFile(name) }
  return undefined
}

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

/** @returns a function that uploads documents to a project. */
export function useUploadDocuments(project: ProjectRef): (files: readonly File[]) => void {
  const refresh = useRefreshDocuments()

  function begin(file: File): void {
    const same = JSON.stringify([project.projectId, file.name, file.size, file.lastModified])
    const idempotencyKey = unanswered.get(same) ?? newKey()
    unanswered.delete(same)
    addUpload(project.projectId, file, async (sending) => {
      try {
        const { originalName } = await upload(documents.upload, project, file, {
          ...sending,
          idempotencyKey,
        })
        showSuccess(`${originalName} uploaded successfully`)
        void refresh()
      } catch (error) {
        unanswered.set(same, idempotencyKey)
        const reason = error instanceof UploadError ? error.message : 'Unknown error'
        toast({
          title: 'Error',
          description: `Failed to upload ${file.name}: ${reason}`,
          variant: 'destructive',
        })
        throw error
      }
    })
  }

  return (files) => {
    for (const file of files) {
      const refused = refusalOf(file)
      if (!refused) {
        begin(file)
        continue
      }
      refuseUpload(project.projectId, file, refused.reason)
      toast({ title: refused.title, description: refused.reason, variant: 'destructive' })
    }
  }
}

export function useUploadNews(files: readonly QueuedUpload[]): string {
  const before = useRef<Announced>(new Map())
  const [news, setNews] = useState('')
  useEffect(() => {
    const now = uploadNews(before.current, files, isStored)
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
