import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type Consent, readConsent, subscribeConsent } from './consent.ts'
import type { AnalyticsSettings } from './contract.ts'

/** The measuring accounts, or null while none is configured. They come with the document. */
export function useAnalyticsSettings(): AnalyticsSettings | null {
  const settings = useRouteLoaderData<{ analytics: AnalyticsSettings }>('root')?.analytics
  return settings && (settings.gtmId || settings.measurementId) ? settings : null
}

const unknown: Consent = { choice: null, reopened: false }

/** What this browser has chosen; on the server nobody has chosen anything. */
export function useConsent(): Consent {
  return useSyncExternalStore(subscribeConsent, readConsent, () => unknown)
}
