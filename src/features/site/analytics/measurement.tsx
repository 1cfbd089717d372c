import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { setSink, track } from '../../../web/analytics/track.ts'
import type { AnalyticsSettings } from './contract.ts'
import { pageView } from './parameters.ts'
import { closeTag, denyByDefault, openTag } from './tag.ts'
import { useConsent } from './use-analytics.ts'

const ConsentBanner = lazy(async () => ({
  default: (await import('./consent-banner.tsx')).ConsentBanner,
}))

/** Asks, follows the answer, and counts the pages that are shown while it is yes. */
export function Measurement({ settings }: { settings: AnalyticsSettings }) {
  const { choice, reopened } = useConsent()
  const { pathname } = useLocation()
  const granted = choice === 'granted'

  useLayoutEffect(denyByDefault, [])

  useEffect(() => {
    if (!granted) {
      closeTag(settings)
      return
    }
    setSink(openTag(settings))
    return () => setSink(null)
  }, [granted, settings])

  // The page on which somebody agreed counts as well. The title already is the new page's.
  useEffect(() => {
    if (!granted) return
    const { search, origin } = window.location
    track(pageView(document.title, `${origin}${pathname}${search}`))
  }, [pathname, granted])

  if (choice !== null && !reopened) return null
  return (
    <Suspense>
      <ConsentBanner choice={choice} takesFocus={reopened} />
    </Suspense>
  )
}
