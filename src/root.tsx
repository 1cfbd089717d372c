import displayFont from '@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2?url'
import textFont from '@fontsource-variable/funnel-sans/files/funnel-sans-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect, useState } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { mailtoOf } from './contract/email-address.ts'
import { call } from './contract/endpoint.ts'
import { isBooking, isPrivate } from './contract/page-kinds.ts'
import { analytics } from './features/site/analytics/contract.ts'
import { firmWords } from './features/site/layout/firm-words.ts'
import { isRefetchingRoot } from './web/api/fresh-settings.ts'
import { keepLayoutData } from './web/api/keep-layout-data.ts'
import { transportContext } from './web/api/prefetch.ts'
import { siteContext } from './web/api/site-context.ts'
import backOfficeSheet from './web/back-office.css?url'
import { FirmContext, noFirm, useFirm } from './web/firm.ts'
import { InlineScript, InlineStyle } from './web/inline-json.tsx'
import { IconLinks } from './web/logo/icon-links.tsx'
import publicStyles from './web/public.css?inline'
import { startLate } from './web/start-late.ts'
import fontStyles from './web/styles/fonts.css?inline'
import { ErrorState } from './web/ui/error-state.tsx'
import { absent, lazyComponent, reloadPage } from './web/ui/lazy-component.tsx'
import './web/ui/refused-input.ts'
import { ScrollPositions } from './web/ui/scroll-positions.tsx'
import { frameColors, themeScript } from './web/ui/theme.ts'
import { Toaster } from './web/ui/toaster.tsx'

// The page already has its style sheets, so bundles for browsers do not need the font sheet.
const fontSheet = import.meta.env.SSR
  ? fontStyles
  : (document.getElementById('fonts')?.textContent ?? '')
const publicSheet =
  import.meta.env.SSR || import.meta.env.DEV
    ? publicStyles
    : (document.getElementById('public')?.textContent ?? '')

/**
 * Settings of the installation, the same for everybody. Requests use the configured origin; the
 * Host header is ignored.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin, pathname } = new URL(request.url)
  const { gtmId, measurementId } = await call(context.get(transportContext), analytics.settings, {})
  const isMeasured = (gtmId || measurementId) && !isPrivate(pathname) && !isBooking(pathname)
  const measured = isMeasured ? { gtmId, measurementId } : undefined
  return { publicUrl: origin, analytics: measured, firm: firmWords(context.get(siteContext)) }
}

export const clientMiddleware = [keepLayoutData]

/**
 * Pages of the site reload the settings on navigation, but not when a form is sent; the back-office
 * does so only on request.
 */
export function shouldRevalidate({ nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return (!formMethod && !nextUrl.pathname.startsWith('/admin')) || isRefetchingRoot()
}

const fonts = [displayFont, textFont]

/** These pages link the sheet of the back-office; all others carry that of the public pages. */
const ofBackOffice = new Set(['admin', 'login', 'invitation'])

const starter = import.meta.env.SSR && import.meta.env.PROD ? `(${startLate})()` : ''

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  // The first value is kept, because the document's policy allows no other style.
  const [look] = useState(data?.firm.look)
  const isPublic = !useMatches().some(({ id }) => ofBackOffice.has(id))
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
        <IconLinks {...look} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta
          name="theme-color"
          content={look?.frame?.light ?? frameColors.light}
          data-light={look?.frame?.light}
          data-dark={look?.frame?.dark}
          suppressHydrationWarning
        />
        <InlineScript text={import.meta.env.SSR ? themeScript(look?.frame?.dark) : ''} />
        <Meta />
        {/* Fonts are declared only here: declaring one again makes the text flash. */}
        <InlineStyle id="fonts" text={fontSheet} />
        {/* This sheet precedes those of the routes, because it orders the layers. */}
        {isPublic ? (
          <InlineStyle id="public" text={publicSheet} />
        ) : (
          <link rel="stylesheet" href={backOfficeSheet} />
        )}
        {isPublic && <InlineScript text={starter} />}
        {look?.style && <InlineStyle text={look.style} />}
        <Links />
      </head>
      <body>
        <FirmContext value={data?.firm ?? noFirm}>{children}</FirmContext>
        <ScrollPositions />
        <Scripts />
      </body>
    </html>
  )
}

const UnservedDocument = lazyComponent(() =>
  import('./web/ui/unserved-document.tsx').then((module) => module.UnservedDocument, absent),
)

export default function Root() {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <>
      <Outlet />
      <UnservedDocument />
      <Toaster />
    </>
  )
}

/** Only for unexpected errors; expected failures are shown where they happen. */
export function ErrorBoundary() {
  const { email } = useFirm()
  return (
    <main className="wrap section grid justify-items-start gap-6">
      <h1 className="h1-page">Something went wrong</h1>
      <ErrorState message="This page could not be shown." onRetry={() => void reloadPage()} />
      {email && (
        <p className="measure">
          If it stays like this, please write to{' '}
          <a className="link" href={mailtoOf(email)}>
            {email}
          </a>
          .
        </p>
      )}
    </main>
  )
}
