import { useStore } from '../store.ts'
import { preference } from './preference.ts'

const density = preference('density', ['comfortable', 'compact'])

/** With compact rows, the height is 36 px instead of 44 px. */
export function useCompactRows(): [boolean, (compact: boolean) => void] {
  const compact = useStore(density) === 'compact'
  return [compact, (next) => density.set(next ? 'compact' : 'comfortable')]
}
