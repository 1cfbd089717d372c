import { Worker } from 'node:worker_threads'
import { maxHeapMb, SandboxError } from './sandbox-limits.ts'

/** V8 would not release the memory of a larger young generation. */
const maxYoungMb = 16

const watchMs = 50

/** Only for a worker that hangs without using the processor. */
const timeoutMs = 10_000

/**
 * Runs a program on untrusted input of limited size in a thread of its own. Where V8 finds no memory
 * inside one of its own functions, the whole process ends, so input that could reach the limit there
 * needs `run-in-process.ts`.
 *
 * @param program calls `answerTask` of `answer-task.ts`.
 * @param maxCpuMs includes the start. It is processor time, so that nothing is refused because the
 * machine is busy.
 * @throws SandboxError
 */
export async function runInWorker<Task, Answer>(
  program: URL,
  task: Task,
  maxCpuMs: number,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const end = (reason: SandboxError['reason']) => reject(new SandboxError(reason))
  const worker = new Worker(program, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungMb },
    env: {},
    execArgv: [],
  })
  worker
    .on('message', resolve)
    .on('error', ({ code }: NodeJS.ErrnoException) =>
      end(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_much_memory' : 'ended'),
    )
    .on('exit', () => end('ended'))
  const tooLong = setTimeout(end, timeoutMs, 'too_slow')
  const watch = setInterval(async () => {
    const used = await worker.cpuUsage().catch(() => undefined)
    if (used && (used.user + used.system) / 1000 > maxCpuMs) end('too_slow')
  }, watchMs)
  try {
    return await promise
  } finally {
    clearInterval(watch)
    clearTimeout(tooLong)
    await worker.terminate()
  }
}
