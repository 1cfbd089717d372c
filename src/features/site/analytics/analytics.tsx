import { useRouteLoaderData } from 'react-router'
import { useHydrated } from '#web/ui/browser-state.ts'
import { absent, lazyComponent } from '#web/ui/lazy-component.tsx'
import type { AnalyticsSettings } from './contract.ts'

const Measurement = lazyComponent(() =>
  import('./measurement.tsx').then(({ Measurement: code }) => code, absent),
)

/** Null if no account is configured. The settings come with the document. */
export function useAnalyticsSettings(): AnalyticsSettings | null {
  const settings = useRouteLoaderData<{ analytics: AnalyticsSettings }>('root')?.analytics
  return settings && (settings.gtmId || settings.measurementId) ? settings : null
}

/** Counts visits after consent. Without a configured account, no tracking code is loaded. */
export function Analytics() {
  const settings = useAnalyticsSettings()
  const hydrated = useHydrated()
  if (!settings || !hydrated) return null
  return <Measurement settings={settings} />
}
