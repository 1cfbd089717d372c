import type { Logger } from 'pino'
import { describeError } from '#server/database/describe-error.ts'
import { closeDays } from './close-days.server.ts'
import { recordHeartbeat, recordStop } from './heartbeat.server.ts'
import { remind } from './reminders.server.ts'
import { type WatcherDependencies, watchTurn } from './turn.server.ts'
import { pingWatchdog } from './watchdog.server.ts'

const turnMs = 1_000
const reminderMs = 60_000

/** Calls `act` repeatedly, `everyMs` after the last start, or at once if the call took longer. */
function repeat(everyMs: number, act: () => Promise<unknown>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isOver = false
  const run = async () => {
    const begun = performance.now()
    await act()
    if (isOver) return
    timer = setTimeout(go, Math.max(0, everyMs - (performance.now() - begun)))
  }
  const go = () => {
    running = run()
  }
  go()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await running
  }
}

/**
 * Watches automations. It is not a job of the queue, because a long job must not delay it. The
 * first turn is complete when this returns, so that pings that arrive first have no effect on it.
 *
 * @returns a function that stops watching after a last heartbeat.
 */
export async function startWatcher(
  deps: WatcherDependencies & { log: Logger },
): Promise<() => Promise<void>> {
  let hasFailed = false
  /** Logs one line per series of failures. */
  const safely = (act: () => Promise<unknown>) => async () => {
    try {
      await act()
      hasFailed = false
    } catch (error) {
      if (!hasFailed) deps.log.error({ event: 'watcher', error: describeError(error) })
      hasFailed = true
    }
  }
  let hasLived = false
  const awake = safely(async () => {
    await recordHeartbeat(deps.db, hasLived)
    hasLived = true
  })
  await awake()
  await safely(() => watchTurn(deps))()
  const endings = [
    repeat(turnMs, awake),
    repeat(
      turnMs,
      safely(async () => {
        await watchTurn(deps)
        await closeDays(deps)
      }),
    ),
    repeat(
      reminderMs,
      safely(() => remind(deps)),
    ),
    // Its failures are not logged, because the address is outside our control.
    repeat(turnMs, () => pingWatchdog(deps).catch(() => {})),
  ]
  return async () => {
    await Promise.all(endings.map((end) => end()))
    await awake()
    await safely(() => recordStop(deps.db))()
  }
}
