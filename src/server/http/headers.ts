import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  hasSecretAddress,
  isBooking,
  isPreview,
  isPrivate,
  plainPath,
} from '#contract/page-kinds.ts'

const twoYears = 63_072_000

export const inertPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Formats a hash source (CSP Level 3, 2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Source: developers.google.com/tag-platform/security/guides/csp */
const tagHost = 'https://www.googletagmanager.com'
const reportHosts = [
  tagHost,
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

/**
 * Allows own files, and the inline scripts and styles of `html` by hash, because pages are cached.
 * @param options `measured` also allows the analytics tag, `framing` allows own pages in frames,
 * and `within` is the only path that code and forms may send requests to.
 */
export function pagePolicy(
  html: string,
  publicUrl: string,
  {
    measured = false,
    framing = false,
    within,
  }: {
    measured?: boolean
    framing?: boolean
    within?: string
  } = {},
): string {
  const inline = (tag: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
      .filter(([element]) => !/^<script[^>]*type="application\/(ld\+)?json"/.test(element))
      .map(([, text]) => hashSource(text ?? ''))
  const scripts = [...new Set(inline('script'))]
  const styles = [...new Set(inline('style'))]
  const pictures = [...html.matchAll(/<img\b[^>]*\ssrc="(https:\/\/[a-z0-9.:-]+)/gi)]
  const pictureHosts = [...new Set(pictures.map(([, host]) => host ?? ''))]
  const socket = publicUrl.replace(/^http/, 'ws')
  const own = publicUrl + within
  const inside = within && `${own} ${own}.data ${own}/`
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts, ...(measured ? [tagHost] : [])].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `img-src ${["'self'", 'data:', ...pictureHosts, ...(measured ? reportHosts : [])].join(' ')}`,
    "font-src 'self'",
    `connect-src ${inside ?? ["'self'", socket, ...(measured ? reportHosts : [])].join(' ')}`,
    "manifest-src 'self'",
    `form-action ${inside ?? "'self'"}`,
    "base-uri 'none'",
    "object-src 'none'",
    ...(framing ? ["frame-src 'self'"] : []),
    "frame-ancestors 'none'",
  ].join('; ')
}

const isCall = (url: string) => /^\/api(?=\/|$)/.test(plainPath(url))

const permissions =
  'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'

/** Headers of every response, including those sent without Fastify. */
export function bareHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': inertPolicy,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'credentialless',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': permissions,
    ...(https && { 'Strict-Transport-Security': `max-age=${twoYears}; includeSubDomains` }),
  }
}

export function setHeaders(app: FastifyInstance, https: boolean): void {
  const everywhere = bareHeaders(https)
  app.addHook('onRequest', async ({ id, url }, reply) => {
    reply.headers(everywhere)
    reply.header('x-request-id', id)
    if (isCall(url) || isPrivate(url)) {
      // Public pages do without this header: browsers start a process for it, which takes 30 to 120
      // ms on a phone.
      reply.header('cross-origin-opener-policy', 'same-origin')
      reply.header('x-robots-tag', 'noindex')
      reply.header('cache-control', 'private, no-store')
    }
    if (hasSecretAddress(url)) reply.header('x-robots-tag', 'noindex, nofollow')
    if (hasSecretAddress(url) || isBooking(url)) {
      // With `no-referrer` browsers would send forms without their origin.
      reply.header('referrer-policy', 'same-origin')
    }
    if (isBooking(url) && !hasSecretAddress(url)) reply.header('cache-control', 'no-store')
    if (isPreview(url)) reply.header('referrer-policy', 'no-referrer')
  })
}
