import { preference, usePreference } from './preference.ts'

const density = preference('density', ['comfortable', 'compact'])

/** Whether tables have rows of 36 px in place of 44, as chosen on this device; and its switch. */
export function useCompactRows(): [boolean, (compact: boolean) => void] {
  const compact = usePreference(density, 'comfortable') === 'compact'
  return [compact, (next) => density.set(next ? 'compact' : 'comfortable')]
}
