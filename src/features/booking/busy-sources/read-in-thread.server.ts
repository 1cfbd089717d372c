import { Worker } from 'node:worker_threads'
import type { CalendarTask, ReadCalendar } from './read-calendar.ts'

/**
 * Limits the thread's CPU time, not elapsed time, so that a busy machine does not reject calendars.
 */
const maxCpuMs = 3_000
const watchMs = 50
const timeoutMs = 10_000
const maxHeapMb = 256
const maxYoungMb = 16

/** The program is next to this module in the sources, and next to the bundle when built. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './ics-worker.server.ts' : './ics-worker.js',
  import.meta.url,
)

/** Reads an untrusted calendar in its own thread, with limits on time and memory. */
export async function readInThread(task: CalendarTask): Promise<ReadCalendar> {
  const { promise, resolve } = Promise.withResolvers<ReadCalendar>()
  const worker = new Worker(program, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungMb },
    execArgv: [],
  })
  const give = () => resolve({ error: 'too_large' })
  worker.on('message', resolve).on('error', give).on('exit', give)
  const tooLong = setTimeout(give, timeoutMs)
  const watch = setInterval(async () => {
    const used = await worker.cpuUsage().catch(() => undefined)
    if (used && (used.user + used.system) / 1000 > maxCpuMs) give()
  }, watchMs)
  try {
    return await promise
  } finally {
    clearInterval(watch)
    clearTimeout(tooLong)
    await worker.terminate()
  }
}
