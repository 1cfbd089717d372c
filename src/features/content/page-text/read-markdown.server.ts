import { Worker } from 'node:worker_threads'
import { Failure } from '#contract/failure.ts'
import type { TextTree } from './text-tree.ts'

/**
 * Maximum CPU time of the thread for a text. It is not elapsed time, so that a busy machine does
 * not reject valid texts.
 */
const maxCpuMs = 200
const watchMs = 50
const timeoutMs = 10_000
const startTimeoutMs = 10_000
const maxHeapMb = 128
const maxYoungMb = 8
const idleMs = 60_000

/** The worker is next to this module in the sources, and next to the bundle in a build. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './markdown-worker.server.ts' : './markdown-worker.js',
  import.meta.url,
)

type Answer = { tree: TextTree | null; ms: number }
type Thread = { ask(text: string): Promise<Answer | undefined>; end(): void }

const unavailable = () =>
  new Failure('unavailable', 'The text couldn’t be read. Please try again in a moment.')

async function startThread(): Promise<Thread> {
  const worker = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungMb },
    execArgv: [],
  })
  worker.unref()
  /** Resolves to undefined if the worker takes too long or exits. */
  const next = async (withinMs: number): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const end = () => resolve(undefined)
    const tooLong = setTimeout(end, withinMs)
    worker.once('message', resolve).once('error', end).once('exit', end)
    try {
      return await promise
    } finally {
      clearTimeout(tooLong)
      worker.off('message', resolve).off('error', end).off('exit', end)
    }
  }
  // An error without a listener would end the process.
  worker.on('error', () => {})
  let hasEnded = false
  const end = () => {
    hasEnded = true
    void worker.terminate()
  }
  if ((await next(startTimeoutMs)) !== 'ready') {
    end()
    throw unavailable()
  }
  return {
    async ask(text) {
      const before = await worker.cpuUsage().catch(() => {
        throw unavailable()
      })
      let isParsing = true
      const watch = setInterval(async () => {
        const used = await worker.cpuUsage(before).catch(() => undefined)
        // The result may have arrived meanwhile, so that the worker may be on the next text.
        if (isParsing && used && (used.user + used.system) / 1000 > maxCpuMs) end()
      }, watchMs)
      worker.postMessage(text)
      try {
        const answer = await next(timeoutMs)
        // The result may arrive while the thread is being ended, which then cannot take the next
        // text.
        return hasEnded ? undefined : (answer as Answer | undefined)
      } finally {
        isParsing = false
        clearInterval(watch)
      }
    },
    end,
  }
}

let thread: Promise<Thread> | undefined
let last: Promise<unknown> = Promise.resolve()
let idle: NodeJS.Timeout | undefined

function endThread(): void {
  thread?.then(({ end }) => end()).catch(() => {})
  thread = undefined
}

async function parse(text: string): Promise<TextTree> {
  clearTimeout(idle)
  thread ??= startThread()
  const answer = await thread
    .then(({ ask }) => ask(text))
    .catch((error: unknown) => {
      thread = undefined
      throw error
    })
  if (!answer) endThread()
  idle = setTimeout(endThread, idleMs).unref()
  if (answer?.tree && answer.ms <= maxCpuMs) return answer.tree
  const message = 'This text is nested too deeply or too complicated to be shown'
  throw new Failure('invalid_input', message, { fields: { body: message } })
}

/**
 * Parses Markdown in a separate thread, one text at a time, with limits on time, memory, depth and
 * size.
 *
 * @throws Failure `invalid_input`
 */
export function readMarkdown(text: string): Promise<TextTree> {
  const reading = last.then(() => parse(text))
  last = reading.catch(() => {})
  return reading
}
