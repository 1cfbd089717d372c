import {
  emptyFile,
  extensionOf,
  maxBytes,
  tooLarge,
  typeOfExtension,
  wrongType,
} from '#contract/file-rules.ts'

export type QueuedFile = {
  id: number
  projectId: string
  name: string
  size: number
  /** 0 to 100 while sending. */
  percent: number
} & ({ state: 'waiting' | 'sending' } | { state: 'stopped'; reason: string })

type Sending = { onProgress: (percent: number) => void; signal: AbortSignal }

type Job = { id: number; send: (sending: Sending) => Promise<void>; stop: AbortController }

/**
 * The reason why a file cannot be sent, if any. The server applies the same rules and also checks
 * the content.
 */
export function refusalOf({ name, size }: { name: string; size: number }) {
  if (size > maxBytes) return { title: tooLarge.title, reason: tooLarge.about(name) }
  if (!Object.hasOwn(typeOfExtension, extensionOf(name))) {
    return { title: wrongType.title, reason: wrongType.about(name) }
  }
  if (size === 0) return { title: 'Empty file', reason: emptyFile(name) }
  return undefined
}

/**
 * Uploads the files of this page, one at a time. The queue outlives the panel that started it, so
 * that the user can switch tabs meanwhile.
 */
function openUploadQueue() {
  let files: readonly QueuedFile[] = []
  let lastId = 0
  let running: Job | undefined
  const storedIds = new Set<number>()
  const waiting: Job[] = []
  const listeners = new Set<() => void>()

  function set(next: readonly QueuedFile[]): void {
    files = next
    for (const listener of listeners) listener()
  }
  function change(id: number, changes: Partial<QueuedFile>): void {
    set(files.map((file) => (file.id === id ? ({ ...file, ...changes } as QueuedFile) : file)))
  }
  function drop(id: number): void {
    set(files.filter((file) => file.id !== id))
  }
  async function run(): Promise<void> {
    if (running) return
    for (running = waiting.shift(); running; running = waiting.shift()) {
      const { id, send, stop } = running
      change(id, { state: 'sending' })
      const onProgress = (percent: number) => change(id, { percent })
      await send({ onProgress, signal: stop.signal })
    }
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    files: () => files,
    /**
     * Appends a file. `send` must settle without throwing, and report the outcome through `stored`,
     * `stopped` or `drop`.
     */
    add(
      file: { projectId: string; name: string; size: number },
      send: (id: number, sending: Sending) => Promise<void>,
    ): void {
      const id = ++lastId
      set([...files, { ...file, id, percent: 0, state: 'waiting' }])
      waiting.push({ id, send: (sending) => send(id, sending), stop: new AbortController() })
      void run()
    },
    refuse(file: { projectId: string; name: string; size: number }, reason: string): void {
      set([...files, { ...file, id: ++lastId, percent: 0, state: 'stopped', reason }])
    },
    stopped: (id: number, reason: string) => change(id, { state: 'stopped', reason }),
    stored(id: number): void {
      storedIds.add(id)
      drop(id)
    },
    isStored: (id: number) => storedIds.has(id),
    drop,
    cancel(id: number): void {
      if (running?.id === id) {
        running.stop.abort()
        return
      }
      const at = waiting.findIndex((job) => job.id === id)
      if (at >= 0) waiting.splice(at, 1)
      drop(id)
    },
  }
}

export const uploadQueue = openUploadQueue()
