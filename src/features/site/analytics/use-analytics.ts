import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type Consent, readConsent, subscribeConsent } from './consent.ts'
import type { AnalyticsSettings } from './contract.ts'

/** Null if no account is configured. The settings come with the document. */
export function useAnalyticsSettings(): AnalyticsSettings | null {
  const settings = useRouteLoaderData<{ analytics: AnalyticsSettings }>('root')?.analytics
  return settings && (settings.gtmId || settings.measurementId) ? settings : null
}

const unknown: Consent = { choice: null, reopened: false }

/** On the server, consent is always unknown. */
export function useConsent(): Consent {
  return useSyncExternalStore(subscribeConsent, readConsent, () => unknown)
}
