import { Worker } from 'node:worker_threads'
import { Failure } from '#contract/failure.ts'
import type { Storage } from '#server/files/storage.ts'
import { storageFailure } from '#server/files/upload-staging.ts'
import { maxBytes, type Problem } from '../transfer/contract.ts'
import type { ReadingTask, ReadMessage } from './content-worker.server.ts'
import type { ImportedCaseStudy, ImportedService, Settings } from './format.ts'

const maxHeapMb = 256
/**
 * Most values are short-lived, and V8 would not release the memory of a larger young generation.
 */
const maxYoungMb = 8
const timeoutMs = 60_000

/** The worker is next to this module in the sources, and next to the bundle in a build. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './content-worker.server.ts' : './import-worker.js',
  import.meta.url,
)

function refused(message: string, path = 'file'): Failure {
  const sentence = path === 'file' ? message : `${path}: ${message}`
  return new Failure('invalid_input', sentence, { fields: { [path]: message } })
}

function failureOf(error: NodeJS.ErrnoException): Error {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return refused('The file is too complicated to be read.')
  }
  return error.code === 'ENOSPC' ? storageFailure(error) : error
}

/** A list that the file does not contain is undefined. */
export type ImportedContent = {
  settings?: Settings
  services?: ImportedService[]
  caseStudies?: ImportedCaseStudy[]
  /** Path of a file of `PageRecord`s. */
  pages?: string
  /** Path of a file of `ImportedMedia`. */
  media?: string
  /** Number of items in each list. */
  counts: Record<string, number>
}

async function run(task: ReadingTask) {
  const content: ImportedContent = { counts: {} }
  const { promise, resolve, reject } = Promise.withResolvers<Problem[]>()
  const worker = new Worker(program, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungMb },
    execArgv: [],
  })
  const tooLong = setTimeout(() => reject(refused('The file takes too long to read.')), timeoutMs)
  worker.on('message', (message: ReadMessage) => {
    if ('refused' in message) return reject(refused(message.refused, message.path))
    if ('settings' in message) {
      content.settings = message.settings
      return
    }
    const { problems, counts, services, caseStudies } = message
    Object.assign(content, { counts: { ...counts, ...(content.settings && { settings: 1 }) } })
    if (counts.services !== undefined) content.services = services
    if (counts.caseStudies !== undefined) content.caseStudies = caseStudies
    if (counts.pages !== undefined) content.pages = task.pages
    if (counts.media !== undefined) content.media = task.media
    resolve(problems)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => reject(failureOf(error)))
  worker.on('exit', () => reject(refused('The file couldn’t be read.')))
  try {
    return { problems: await promise, content }
  } finally {
    clearTimeout(tooLong)
    await worker.terminate()
  }
}

/**
 * Reads and checks an exported file in pieces, in a separate thread. Anything that may be large
 * stays on disk until it is disposed of.
 *
 * @throws Failure `invalid_input` if the file is not an export or is damaged.
 */
export async function readContent(storage: Storage, path: string) {
  await using staged = new AsyncDisposableStack()
  const stage = async () => {
    const { path: place, discard } = await storage.receive(maxBytes)
    staged.defer(discard)
    return place
  }
  const read = await run({ path, pages: await stage(), media: await stage() })
  const kept = staged.move()
  return { ...read, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
