import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const maxGrowthBytes = 24 * 1024 * 1024

/**
 * For work that goes through much data piece by piece. V8 collects what has become old when the heap
 * has grown by far more than the pieces, and returns it to the system later still.
 */
export function openCollector() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let before = getHeapStatistics().used_heap_size
  return {
    /** Call between pieces. */
    collectGrown() {
      if (getHeapStatistics().used_heap_size - before < maxGrowthBytes) return
      collect()
      before = Math.min(before, getHeapStatistics().used_heap_size)
    },
    collect,
  }
}
