import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { openSink } from '#web/analytics/sink.ts'
import { setSink, track } from '#web/analytics/track.ts'
import { absent, lazyComponent } from '#web/ui/lazy-component.tsx'
import type { AnalyticsSettings } from './contract.ts'
import { pageView } from './parameters.ts'
import { closeTag, denyByDefault, openTag } from './tag.ts'
import { useConsent } from './use-consent.ts'

const ConsentBanner = lazyComponent(() =>
  import('./consent-banner.tsx').then(({ ConsentBanner: code }) => code, absent),
)

/** Asks for consent and reports page views while it is granted. */
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
    setSink(openSink(openTag(settings)))
    return () => setSink(null)
  }, [granted, settings])

  // The effect also counts the page on which consent was given. It runs when the title is already
  // that of the new page.
  useEffect(() => {
    if (!granted) return
    const { search, origin } = window.location
    track(pageView(document.title, `${origin}${pathname}${search}`))
  }, [pathname, granted])

  if (choice !== null && !reopened) return null
  return <ConsentBanner choice={choice} takesFocus={reopened} />
}
