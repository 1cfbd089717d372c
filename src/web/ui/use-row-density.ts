import { preference, usePreference } from '../../web/ui/preference.ts'

/** Height of table rows: 44 px, or 36 px when compact. */
export const densityPreference = preference('density', ['comfortable', 'compact'])

export function useDensity() {
  return usePreference(densityPreference, 'comfortable')
}
