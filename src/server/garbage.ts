import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const maxGrowthBytes = 24 * 1024 * 1024

/**
 * For work that processes much data piece by piece. By itself, V8 collects old objects only after
 * the heap has grown far beyond the pieces, and returns the memory to the system even later.
 */
export function openHeapWatch() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let before = getHeapStatistics().used_heap_size
  return {
    /** Call this between pieces. */
    collectIfGrown() {
      if (getHeapStatistics().used_heap_size - before < maxGrowthBytes) return
      collect()
      before = Math.min(before, getHeapStatistics().used_heap_size)
    },
    collect,
  }
}
