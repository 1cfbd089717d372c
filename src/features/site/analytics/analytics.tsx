import { lazy, Suspense } from 'react'
import { useHydrated } from '../../../web/ui/browser-state.ts'
import { useAnalyticsSettings } from './use-analytics.ts'

const Measurement = lazy(async () => ({ default: (await import('./measurement.tsx')).Measurement }))

/** Counts visits after consent; without a configured account no tracking code is loaded. */
export function Analytics() {
  const settings = useAnalyticsSettings()
  const hydrated = useHydrated()
  if (!settings || !hydrated) return null
  return (
    <Suspense>
      <Measurement settings={settings} />
    </Suspense>
  )
}
