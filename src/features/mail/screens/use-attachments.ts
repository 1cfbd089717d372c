import { useEffect } from 'react'
import { formatSize } from '#contract/file-rules.ts'
import { UploadError, upload } from '#web/api/upload.ts'
import { readDraft, writeDraft } from '#web/editing/drafts.ts'
import { createStore, useStore } from '#web/store.ts'
import { mailFiles } from '../outgoing/contract.ts'
import { attachments } from '../threads/contract.ts'
import { type MailDraft, noDraft } from './use-outgoing.ts'

export type Attached = { id: string; name: string; size: number }

export type Upload = { key: number; name: string; size: number } & (
  | { percent: number; stop: () => void }
  | { reason: string }
)

let lastKey = 0

type Uploads = readonly Upload[]
const none: Uploads = []

/** Uploads by the key of their draft, so that they continue while another request is open. */
const uploadsOf = createStore<Record<string, Uploads>>({})
const composers = new Map<string, (file: Attached) => void>()

function update(draftKey: string, change: (uploads: Uploads) => Uploads): void {
  const all = uploadsOf.get()
  uploadsOf.set({ ...all, [draftKey]: change(all[draftKey] ?? none) })
}

/** The server accepts four concurrent uploads per user. */
const maxConcurrent = 3
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxConcurrent) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Adds a stored file to its draft, whether or not the draft is on screen. */
function attach(draftKey: string, file: Attached): void {
  const onScreen = composers.get(draftKey)
  const draft = readDraft<MailDraft>(draftKey) ?? noDraft
  if (onScreen) onScreen(file)
  else writeDraft(draftKey, { ...draft, files: [...draft.files, file] })
}

/** Uploads files for a mail. @param onStored called with each file once it is stored. */
export function useAttaching(
  draftKey: string,
  attached: readonly Attached[],
  onStored: (file: Attached) => void,
) {
  const uploads = useStore(uploadsOf)[draftKey] ?? none
  useEffect(() => {
    composers.set(draftKey, onStored)
    return () => {
      if (composers.get(draftKey) === onStored) composers.delete(draftKey)
    }
  })

  const drop = (key: number) => update(draftKey, (all) => all.filter((one) => one.key !== key))
  const put = (upload: Upload) =>
    update(draftKey, (all) => all.map((one) => (one.key === upload.key ? upload : one)))

  async function send(file: File, entry: { key: number; name: string; size: number }) {
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    const onProgress = (percent: number) => put({ ...entry, percent, stop })
    update(draftKey, (all) => [...all, { ...entry, percent: 0, stop }])
    try {
      const { id, name, size } = await inTurn(() =>
        upload(mailFiles.upload, {}, file, { onProgress, signal: stopping.signal }),
      )
      drop(entry.key)
      attach(draftKey, { id, name, size })
    } catch (error) {
      const failure = error instanceof UploadError ? error : undefined
      if (failure?.aborted) drop(entry.key)
      else put({ ...entry, reason: failure?.message ?? 'Upload failed' })
    }
  }

  return {
    uploads,
    isUploading: uploads.some((one) => 'percent' in one),
    dismiss: drop,
    forgetRefused: () => update(draftKey, (all) => all.filter((one) => 'percent' in one)),
    add(files: readonly File[]): void {
      const counted = [...attached, ...uploads.filter((one) => 'percent' in one)]
      let count = counted.length
      let bytes = counted.reduce((sum, { size }) => sum + size, 0)
      for (const file of files) {
        const entry = { key: ++lastKey, name: file.name, size: file.size }
        count += 1
        bytes += file.size
        const refused =
          (count > attachments.max && `An email can have at most ${attachments.max} files.`) ||
          (bytes > attachments.bytes &&
            `Together they can have ${formatSize(attachments.bytes)}.`) ||
          (file.size === 0 && 'The file is empty.')
        if (refused) update(draftKey, (all) => [...all, { ...entry, reason: refused }])
        else void send(file, entry)
      }
    },
  }
}
