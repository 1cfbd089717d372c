import { setTimeout as wait } from 'node:timers/promises'
import { clearLeftovers } from './own-leftovers.ts'
import { type Place, type Postmaster, startPostmaster } from './own-process.ts'

export type Running = {
  /** Pid of the postmaster; changes with a restart. */
  readonly pid: number
  reload(): void
  stop(): Promise<void>
}

const isInTheWay = (error: unknown) =>
  error instanceof Error && /lock file|shared memory block/.test(error.message)

const shortestMs = 50
const longestMs = 5_000

/**
 * Starts the server, and restarts it whenever it ends without being stopped.
 *
 * @throws Error of one line when the first start fails; later starts are retried
 */
export async function keepRunning(
  place: Place,
  socketDirectory: string,
  settings: readonly string[],
  log: (line: string) => void,
): Promise<Running> {
  let isStopping = false
  const start = async (say = log): Promise<Postmaster> => {
    const end = performance.now() + 10_000
    for (;;) {
      await clearLeftovers(place.directory, socketDirectory)
      const started = startPostmaster(place, settings, say)
      try {
        await started.ready
        return started
      } catch (error) {
        if (!isInTheWay(error) || performance.now() > end) throw error
        await wait(shortestMs)
      }
    }
  }

  let postmaster = await start()
  let startedAt = performance.now()
  let pauseMs = shortestMs

  const startAgain = async () => {
    if (performance.now() - startedAt > 60_000) pauseMs = shortestMs
    log('PostgreSQL has ended by itself and is started again')
    let told = ''
    while (!isStopping) {
      try {
        // Repeated failures are logged once, with the reason only.
        postmaster = await start(told ? () => {} : log)
        startedAt = performance.now()
        log('PostgreSQL runs again')
        return
      } catch (error) {
        const line = error instanceof Error ? error.message : String(error)
        if (line !== told) log(line)
        told = line
      }
      await wait(pauseMs, undefined, { ref: false })
      pauseMs = Math.min(pauseMs * 2, longestMs)
    }
  }
  const watch = async () => {
    for (;;) {
      await postmaster.gone
      if (isStopping) return
      await startAgain()
      if (isStopping) await postmaster.stop()
    }
  }
  const watching = watch()
  watching.catch(() => {})

  return {
    get pid() {
      return postmaster.pid
    },
    reload: () => postmaster.reload(),
    async stop() {
      isStopping = true
      await postmaster.stop()
      await watching
    },
  }
}
