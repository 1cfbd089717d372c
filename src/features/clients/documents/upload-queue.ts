import {
  emptyFile,
  extensionOf,
  mostBytes,
  tooLarge,
  typeOfExtension,
  wrongType,
} from './file-rules.ts'

/** A file on its way, or one that did not get there and why. */
export type QueuedFile = {
  id: number
  projectId: string
  name: string
  size: number
  /** 0 to 100 while it is sent. */
  percent: number
} & ({ state: 'waiting' | 'sending' } | { state: 'stopped'; reason: string })

/** What the sender of one file is given. */
export type Sending = { onProgress: (percent: number) => void; signal: AbortSignal }

type Job = { id: number; send: (sending: Sending) => Promise<void>; stop: AbortController }

/** Why a file is not even sent; the server decides by the same rules and looks inside. */
export function refusalOf({ name, size }: { name: string; size: number }) {
  if (size > mostBytes) return { title: tooLarge.title, reason: tooLarge.about(name) }
  if (!Object.hasOwn(typeOfExtension, extensionOf(name))) {
    return { title: wrongType.title, reason: wrongType.about(name) }
  }
  if (size === 0) return { title: 'Empty file', reason: emptyFile(name) }
  return undefined
}

/**
 * The uploads of this page, one after another. They outlive the panel that began them, so that
 * another tab can be looked at meanwhile.
 */
export function openUploadQueue() {
  let files: readonly QueuedFile[] = []
  let lastId = 0
  let running: Job | undefined
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
    /** Puts a file at the end. `send` settles without throwing and says by `stopped` or `drop` how it went. */
    add(
      file: { projectId: string; name: string; size: number },
      send: (id: number, sending: Sending) => Promise<void>,
    ): void {
      const id = ++lastId
      set([...files, { ...file, id, percent: 0, state: 'waiting' }])
      waiting.push({ id, send: (sending) => send(id, sending), stop: new AbortController() })
      void run()
    },
    /** Lists a file that is not sent, until it is dismissed. */
    refuse(file: { projectId: string; name: string; size: number }, reason: string): void {
      set([...files, { ...file, id: ++lastId, percent: 0, state: 'stopped', reason }])
    },
    stopped: (id: number, reason: string) => change(id, { state: 'stopped', reason }),
    drop,
    /** Ends a file on its way, or takes it out of the queue. */
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
