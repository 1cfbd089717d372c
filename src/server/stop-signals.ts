import type { EventEmitter } from 'node:events'

/**
 * In milliseconds. Repetitions of a signal within this time belong to the same stop: a supervisor
 * signals all processes of a service, and npm forwards the signal.
 */
const sameStopMs = 2_000

/**
 * Calls `stop` at the first SIGINT or SIGTERM. Calls `force` at the other one, or at the same one
 * after `sameStopMs`.
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
