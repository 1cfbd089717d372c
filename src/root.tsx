import displayFont from '@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2?url'
import textFont from '@fontsource-variable/funnel-sans/files/funnel-sans-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts } from 'react-router'
import type { Route } from './+types/root.ts'
import { brand } from './brand.ts'
import { call } from './contract/endpoint.ts'
import { analytics } from './features/site/analytics/contract.ts'
import { transportContext } from './web/api/prefetch.ts'
import { InlineScript, InlineStyle } from './web/inline-json.tsx'
import './web/styles.css'
import fontStyles from './web/styles/fonts.css?inline'
import './web/ui/history-gate.ts'
import { ScrollPositions } from './web/ui/scroll-positions.tsx'
import { frameColours, themeScript } from './web/ui/theme.ts'
import { Toaster } from './web/ui/toaster.tsx'

/**
 * Settings of the installation, the same for everybody. Requests carry the configured origin; the
 * Host header is ignored.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const settings = await call(context.get(transportContext), analytics.settings, {})
  return { publicUrl: origin, analytics: settings }
}

/** Settings do not change while a page is open. */
export function shouldRevalidate() {
  return false
}

const fonts = [displayFont, textFont]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content={frameColours.light} suppressHydrationWarning />
        <InlineScript text={themeScript} />
        <Meta />
        {/* Declared once, in the page: a sheet that declares a font again makes the text flash. */}
        <InlineStyle text={fontStyles} />
        <Links />
      </head>
      <body>
        {children}
        <ScrollPositions />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  // The boot script then replays held clicks and stops intercepting them.
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  )
}

/** For unforeseen errors only; expected failures are shown where they happen. */
export function ErrorBoundary() {
  return (
    <main className="wrap section">
      <h1 className="h1-page">Something went wrong</h1>
      <p className="lead measure">
        This page could not be shown. Please try again, or write to{' '}
        <a className="link" href={`mailto:${brand.email}`}>
          {brand.email}
        </a>
        .
      </p>
    </main>
  )
}
