import pLimit, { type LimitFunction } from 'p-limit'
import { UploadError, type UploadOptions } from './api/upload.ts'
import { createStore, useStore } from './store.ts'

type File = { name: string; size: number }

export type QueuedUpload = File & {
  id: number
  /** What the file is for, such as a project or the draft of a mail. */
  group: string
  /** 0 to 100 while sending. */
  percent: number
} & ({ state: 'waiting' | 'sending' } | { state: 'stopped'; reason: string })

type Sending = Required<Pick<UploadOptions, 'onProgress' | 'signal'>>

const queue = createStore<readonly QueuedUpload[]>([])
const stops = new Map<number, AbortController>()
const storedIds = new Set<number>()
let lastId = 0

/** The files of a group are sent one after the other. */
const turns = new Map<string, LimitFunction>()

function turnOf(group: string): LimitFunction {
  const turn = turns.get(group) ?? pLimit(1)
  turns.set(group, turn)
  return turn
}

function put(upload: QueuedUpload): void {
  queue.set([...queue.get(), upload])
}

function change(id: number, to: (upload: QueuedUpload) => QueuedUpload): void {
  queue.set(queue.get().map((upload) => (upload.id === id ? to(upload) : upload)))
}

export function dismissUpload(id: number): void {
  queue.set(queue.get().filter((upload) => upload.id !== id))
}

/** Shows a file that is not sent. */
export function refuseUpload(group: string, { name, size }: File, reason: string): void {
  put({ id: ++lastId, group, name, size, percent: 0, state: 'stopped', reason })
}

/**
 * Sends a file after the others of its group, even if the screen that added it is gone by then.
 *
 * @param send resolves once the file is stored. The message of an `UploadError` is shown.
 */
export function addUpload(
  group: string,
  { name, size }: File,
  send: (sending: Sending) => Promise<unknown>,
): void {
  const id = ++lastId
  const file = { id, group, name, size }
  const stopping = new AbortController()
  stops.set(id, stopping)
  put({ ...file, percent: 0, state: 'waiting' })
  void turnOf(group)(async () => {
    if (stopping.signal.aborted) return
    change(id, () => ({ ...file, percent: 0, state: 'sending' }))
    const onProgress = (percent: number) =>
      change(id, () => ({ ...file, percent, state: 'sending' }))
    try {
      await send({ onProgress, signal: stopping.signal })
      storedIds.add(id)
      dismissUpload(id)
    } catch (error) {
      const failure = error instanceof UploadError ? error : undefined
      const reason = failure?.message ?? 'Unknown error'
      if (failure?.aborted) dismissUpload(id)
      else change(id, () => ({ ...file, percent: 0, state: 'stopped', reason }))
    } finally {
      stops.delete(id)
    }
  })
}

/** Stops a file that is being sent, or takes a waiting one out of the queue. */
export function cancelUpload(id: number): void {
  stops.get(id)?.abort()
  const isWaiting = queue.get().some((upload) => upload.id === id && upload.state === 'waiting')
  if (isWaiting) dismissUpload(id)
}

/** Whether a file that left the queue was stored; otherwise it was canceled. */
export const isStored = (id: number): boolean => storedIds.has(id)

/** The files of a group, oldest first. */
export function useUploads(group: string): readonly QueuedUpload[] {
  return useStore(queue).filter((upload) => upload.group === group)
}
