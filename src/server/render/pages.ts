import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transport } from '#contract/endpoint.ts'
import { isAdmin, isBooking, isPrivate } from '#contract/page-kinds.ts'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import type { Config } from '../config.ts'
import { addressKey } from '../http/client-address.ts'
import { pagePolicy } from '../http/headers.ts'
import { type Budget, type Limits, takeForNetworks } from '../service/rate-limits.ts'
import { openRequestSlots } from '../service/request-slots.ts'
import { type Compressed, codingFor, compress, quickly, wholly } from './compression.ts'
import { orFailurePage } from './failure-page.ts'
import type { Forms, Sent } from './forms.ts'

export type Render = (
  request: Request,
  transport: Transport,
  site: ShownSite,
  /** The path below which the site lies; `/` if absent. */
  basename?: string,
) => Promise<Response>

/** The parts that pages are rendered with. */
export type Site = {
  render: Render
  /** Whether no page has this path. It is false where only the page itself can tell. */
  isUnknown(path: string): boolean
}

/** The data that pages are rendered from, and how long it stays valid. */
export type SiteContent = {
  at(now: Date): ShownSite
  /** In milliseconds since 1 January 1970. */
  endOf(now: Date): number
}

type MakeOptions = { isKept?: boolean; form?: URLSearchParams; calls?: Transport | undefined }

export type Page = {
  status: number
  headers: [string, string][]
  policy: string
  /** The tag is empty for pages that are never cached. */
  etag: string
  body: Compressed
}

/**
 * Shrinking takes 100 ms of processor time for each page, which a series of edits should not spend
 * on every version.
 */
const shrinkAfterMs = 1_000

async function shrink(page: Page): Promise<void> {
  page.body = await compress(page.body.identity, wholly)
}

const maxCached = 200

/** Rendering takes about 10 ms of processor time, which no network may take from all others. */
const renders: Budget = { name: 'page-renders', points: 600, seconds: 60 }
const maxAtOnce = 20
const tooManyPages = 'Too many pages at once. Please try again in a moment.'

/** The path that every unknown page is rendered and cached as. */
const unknownPath = '/404'

/**
 * Segments that URLs resolve as "here" or "one up", also encoded, so that they would name another
 * page.
 */
const dotSegment = /(?<=\/)(?:\.|%2e){1,2}(?=\/|$)/gi

export const withDotsKept = (path: string) =>
  path.replace(dotSegment, (dots) => encodeURIComponent(dots.replaceAll('.', '%2e')))

/** Pages whose query selects a part of a list. Other queries change nothing. */
const lists = new Set(['/notes'])

function cursorIn(search = ''): string {
  const after = new URLSearchParams(search).get('after')
  return after ? `?after=${encodeURIComponent(after)}` : ''
}

const preloadLink = /<link rel="modulepreload"[^>]*\/>/g
const routerScripts = /<script>window\.__reactRouterContext\b.*(?=<\/body>)/s

/**
 * Defers the start of the client code to `web/start-late.ts`.
 * @throws Error when the page lacks the router's scripts.
 */
export function withScriptsHeld(html: string): string {
  const links = html.match(preloadLink) ?? []
  const bare = html.replace(preloadLink, '')
  const [scripts] = routerScripts.exec(bare) ?? []
  if (!scripts) throw new Error('The page has no scripts of the router.')
  const held = `<template id="scripts">${links.join('')}${scripts}</template>`
  return bare.replace(scripts, () => held)
}

/** @param isKept whether the page is cached for everybody, so that compressing it pays off. */
export async function toPage(
  response: Response,
  policyFor: (html: string) => string,
  isKept = false,
): Promise<Page> {
  const text = await response.text()
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  const html = isKept && isHtml && response.status === 200 ? withScriptsHeld(text) : text
  const identity = Buffer.from(html)
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'content-length'),
    policy: policyFor(html),
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    body: await compress(identity, quickly),
  }
}

export function send(page: Page, request: FastifyRequest, reply: FastifyReply) {
  for (const [name, value] of page.headers) reply.header(name, value)
  reply.header('content-security-policy', page.policy)
  reply.header('vary', 'accept-encoding')
  if (page.status !== 200 && !reply.hasHeader('x-robots-tag')) {
    reply.header('x-robots-tag', 'noindex')
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  const { etag } = page
  if (page.status === 200 && etag) reply.header('etag', etag)
  if (page.status === 200 && etag && request.headers['if-none-match']?.includes(etag)) {
    return reply.status(304).send()
  }
  const coding = codingFor(request.headers['accept-encoding'] ?? '')
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.status(page.status).send(page.body[coding])
}

/**
 * Appends the query to a redirect, because the page was rendered without it. The host stays the
 * same.
 */
function withQuery(page: Page, search: string | undefined, publicUrl: string): Page {
  if (!search || page.status < 300 || page.status > 399) return page
  const query = Object.assign(new URL(publicUrl), { search }).search
  const keepQuery = ([name, value]: [string, string]): [string, string] =>
    name === 'location' && !value.includes('?') ? [name, value + query] : [name, value]
  return { ...page, headers: page.headers.map(keepQuery) }
}

/**
 * Caches pages until `drop()` or until their content ends. They contain nothing about the
 * requester.
 */
export function openPages(
  { render, isUnknown }: Site,
  transport: Transport,
  config: Config,
  site: SiteContent,
  limits: Limits,
) {
  const { publicUrl } = config
  const takeSlot = openRequestSlots(maxAtOnce, tooManyPages, 2)
  const measuring = Boolean(config.analytics.gtmId ?? config.analytics.measurementId)
  const rendered = new Map<string, Promise<Page>>()
  let edition = 0
  let endsAt = 0

  function drop(): void {
    edition += 1
    rendered.clear()
  }

  function dropEnded(): void {
    const now = Date.now()
    if (now < endsAt) return
    drop()
    endsAt = site.endOf(new Date(now))
  }

  async function make(
    request: FastifyRequest,
    path: string,
    search: string,
    options?: MakeOptions,
  ): Promise<Page> {
    await takeForNetworks(limits, renders, request.clientAddress, tooManyPages)
    const leaveSlot = takeSlot(addressKey(request.clientAddress))
    try {
      return await renderPage(path, search, options)
    } finally {
      leaveSlot()
    }
  }

  async function renderPage(
    path: string,
    search: string,
    { isKept, form, calls = transport }: MakeOptions = {},
  ): Promise<Page> {
    // A path such as //elsewhere would name another host.
    const url = Object.assign(new URL(publicUrl), { pathname: withDotsKept(path), search })
    const headers = { accept: 'text/html' }
    const request = new Request(url, { headers, ...(form && { method: 'POST', body: form }) })
    // Third-party scripts never load on pages with client data or secrets.
    const measured = measuring && !isPrivate(path) && !isBooking(path)
    const policyFor = (html: string) =>
      pagePolicy(html, publicUrl, { measured, framing: isAdmin(path) })
    const page = await render(request, calls, site.at(new Date()))
    return toPage(page, policyFor, isKept)
  }

  /** Evicts the least recently used page, so that unusual spellings displace no popular one. */
  function keep(key: string, page: Promise<Page>): Promise<Page> {
    rendered.delete(key)
    rendered.set(key, page)
    const [oldest] = rendered.size > maxCached ? rendered.keys() : []
    if (oldest !== undefined) rendered.delete(oldest)
    return page
  }

  async function cached(request: FastifyRequest, key: string): Promise<Page> {
    const existing = rendered.get(key)
    if (existing) return keep(key, existing)
    const madeIn = edition
    const [path = '/', search] = key.split('?', 2)
    if (path !== unknownPath && isUnknown(path)) return cached(request, unknownPath)
    const making = make(request, path, search ? `?${search}` : '', { isKept: true })
    keep(key, making)
    const forget = () => rendered.get(key) === making && rendered.delete(key)
    try {
      const page = await making
      const isLasting =
        (page.status === 200 || path === unknownPath) &&
        page.headers.every(
          ([name, value]) => name !== 'cache-control' || !value.includes('no-store'),
        )
      if (!isLasting || madeIn !== edition) forget()
      else {
        setTimeout(() => {
          // A failure only leaves the page larger than necessary.
          if (rendered.get(key) === making) shrink(page).catch(() => {})
        }, shrinkAfterMs).unref()
      }
      return page
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    drop() {
      drop()
      endsAt = 0
    },
    async answerForm(request: FastifyRequest, reply: FastifyReply, sent: Sent) {
      const [path = '/'] = request.url.split('?', 1)
      if (!isPrivate(path)) reply.header('cache-control', 'no-store')
      // Without this query, the router would treat a form sent to `/` as one for the layout.
      const search = path === '/' ? '?index' : sent.search
      return send(await make(request, path, search ?? '', sent), request, reply)
    },
    /** With `calls`, which are made in the requester's name, the page is not cached. */
    async answer(request: FastifyRequest, reply: FastifyReply, calls?: Transport) {
      const [path = '/', ...queries] = request.url.split('?')
      const search = queries.join('?')
      const isData = path.endsWith('.data')
      if (isData || calls) {
        return send(
          await make(request, path, search ? `?${search}` : '', { calls }),
          request,
          reply,
        )
      }
      if (isPrivate(path)) return send(await make(request, path, ''), request, reply)
      dropEnded()
      const page = await cached(request, path + (lists.has(path) ? cursorIn(search) : ''))
      return send(withQuery(page, search, publicUrl), request, reply)
    },
  }
}

export type Pages = ReturnType<typeof openPages>

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function servePages(
  app: FastifyInstance,
  pages: Pick<Pages, 'answer'>,
  forms?: Forms,
): Handler {
  const handler: Handler = (request, reply) =>
    orFailurePage(request, reply, () => pages.answer(request, reply))
  app.get('/*', { config: { access: 'page' } }, handler)
  for (const route of forms?.personal ?? []) {
    app.get(route, { config: { access: 'page' } }, (request, reply) =>
      orFailurePage(request, reply, async () =>
        pages.answer(request, reply, await forms?.callsOf(request, reply)),
      ),
    )
  }
  return handler
}
