import { useStore } from '../store.ts'
import { preference } from './preference.ts'

const density = preference('density', ['comfortable', 'compact'])

/** Rows of 36 px instead of 44. */
export function useCompactRows(): [boolean, (compact: boolean) => void] {
  const compact = useStore(density) === 'compact'
  return [compact, (next) => density.set(next ? 'compact' : 'comfortable')]
}
