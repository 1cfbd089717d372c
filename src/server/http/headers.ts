import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const twoYears = 63_072_000

/** For responses that are not pages: nothing in them may run, load or be framed. */
export const inertPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** CSP source that allows exactly this inline text (CSP Level 3, 2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Hosts of the analytics tag (developers.google.com/tag-platform/security/guides/csp). */
const tagHost = 'https://www.googletagmanager.com'
const reportHosts = [
  tagHost,
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

/**
 * Content policy of a page: own files only, plus exactly the inline scripts and styles that the
 * HTML contains or adds later. Uses hashes, because a nonce would change per request and pages are
 * cached. Images chosen by staff may load from their hosts. `measured` also allows the configured
 * analytics tag.
 */
export function pagePolicy(
  html: string,
  publicUrl: string,
  {
    laterScripts = [],
    measured = false,
  }: { laterScripts?: readonly string[]; measured?: boolean } = {},
): string {
  const inline = (tag: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
      .filter(([element]) => !/^<script[^>]*type="application\/(ld\+)?json"/.test(element))
      .map(([, text]) => hashSource(text ?? ''))
  const scripts = [...new Set([...inline('script'), ...laterScripts.map(hashSource)])]
  const styles = [...new Set(inline('style'))]
  const pictures = [...html.matchAll(/<img\b[^>]*\ssrc="(https:\/\/[a-z0-9.:-]+)/gi)]
  const pictureHosts = [...new Set(pictures.map(([, host]) => host ?? ''))]
  const socket = publicUrl.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts, ...(measured ? [tagHost] : [])].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `img-src ${["'self'", 'data:', ...pictureHosts, ...(measured ? reportHosts : [])].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", socket, ...(measured ? reportHosts : [])].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The path as the page router sees it: case-insensitive, with escapes and dots resolved. */
function plainPath(url: string): string {
  const { pathname } = Object.assign(new URL('http://localhost'), {
    pathname: url.split('?', 1)[0],
  })
  try {
    return decodeURIComponent(pathname).toLowerCase()
  } catch {
    return pathname
  }
}

/** Pages that need an account or an invitation: never indexed, cached or measured. */
export function isPrivate(url: string): boolean {
  return /^\/(admin|invitation)(?=[/.]|$)/.test(plainPath(url))
}

const isCall = (url: string) => /^\/api(?=\/|$)/.test(plainPath(url))

const permissions =
  'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'

/** The same headers, for responses sent without the framework. */
export function bareHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': inertPolicy,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'credentialless',
    'Permissions-Policy': permissions,
    ...(https && { 'Strict-Transport-Security': `max-age=${twoYears}; includeSubDomains` }),
  }
}

export async function setHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: { policy: 'credentialless' },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: twoYears, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    // Only for obsolete browsers; they would add bytes to every page's first round trip.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions)
    reply.header('content-security-policy', inertPolicy)
    reply.header('x-request-id', request.id)
    if (isCall(request.url) || isPrivate(request.url)) {
      // Not on public pages: browsers start a process for it, 30 to 120 ms on a phone.
      reply.header('cross-origin-opener-policy', 'same-origin')
      reply.header('x-robots-tag', 'noindex')
      reply.header('cache-control', 'private, no-store')
    }
  })
}
