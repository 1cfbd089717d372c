import type { EventEmitter } from 'node:events'

/** Milliseconds: a supervisor stops all processes of a service, and npm hands the same signal on. */
const sameStopMs = 2_000

/**
 * Calls `stop` at the first SIGINT or SIGTERM, and `force` at the other one, or at the same one later than
 * `sameStopMs`.
 */
export function onStop(
  stop: () => void,
  force: () => void,
  signals: EventEmitter = process,
  now = () => performance.now(),
): void {
  let first: { name: string; at: number } | undefined
  for (const name of ['SIGINT', 'SIGTERM']) {
    signals.on(name, () => {
      if (first?.name === name && now() - first.at < sameStopMs) return
      if (first) return force()
      first = { name, at: now() }
      stop()
    })
  }
}
