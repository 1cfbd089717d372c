import { useCallback, useSyncExternalStore } from 'react'

type Clock = { now: number; listeners: Set<() => void>; timer?: ReturnType<typeof setInterval> }

/** One for each interval, so that all rows of a list share a timer. */
const clocks = new Map<number, Clock>()

function clockOf(everyMs: number): Clock {
  const clock = clocks.get(everyMs) ?? { now: Date.now(), listeners: new Set() }
  clocks.set(everyMs, clock)
  return clock
}

function subscribe(everyMs: number, listener: () => void): () => void {
  const clock = clockOf(everyMs)
  function tick(): void {
    clock.now = Date.now()
    for (const each of clock.listeners) each()
  }
  if (clock.listeners.size === 0) clock.timer = setInterval(tick, everyMs)
  // Who begins to look sees the present time, not that of the last tick.
  if (Date.now() - clock.now > 1000) tick()
  clock.listeners.add(listener)
  return () => {
    clock.listeners.delete(listener)
    if (clock.listeners.size === 0) clearInterval(clock.timer)
  }
}

/** Unix milliseconds, at most `everyMs` old while running. */
export function useNow(everyMs = 15_000, isRunning = true): number {
  const follow = useCallback(
    (listener: () => void) => (isRunning ? subscribe(everyMs, listener) : () => {}),
    [everyMs, isRunning],
  )
  const read = () => clockOf(everyMs).now
  return useSyncExternalStore(follow, read, read)
}
