import { lazy, Suspense } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useHydrated } from '#web/ui/browser-state.ts'
import type { AnalyticsSettings } from './contract.ts'

const Measurement = lazy(async () => ({ default: (await import('./measurement.tsx')).Measurement }))

/** Null if no account is configured. The settings come with the document. */
export function useAnalyticsSettings(): AnalyticsSettings | null {
  const settings = useRouteLoaderData<{ analytics: AnalyticsSettings }>('root')?.analytics
  return settings && (settings.gtmId || settings.measurementId) ? settings : null
}

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
