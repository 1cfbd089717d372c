import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transport } from '../../contract/endpoint.ts'
import type { Config } from '../config.ts'
import { describeError } from '../http/errors.ts'
import { inertPolicy, isPrivate, pagePolicy } from '../http/headers.ts'

export type Render = (request: Request, transport: Transport) => Promise<Response>

/** Optimises a public page's HTML before it is cached. */
export type Paint = (html: string) => Promise<{ html: string; laterScripts: string[] }>

type Sent = { form: URLSearchParams; calls: Transport }

type Page = {
  status: number
  headers: [string, string][]
  policy: string
  etag: string
  body: { identity: Buffer; gzip: Buffer; br: Buffer }
  /** Header names and values in turn of a complete response, ready to be written. */
  sent: Partial<Record<keyof Page['body'], string[]>>
}

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Levels of gzip and Brotli: 5 ms for the home page, or 100 ms to save another tenth. */
const quickly = { gzip: 6, br: 5 }
const wholly = { gzip: 9, br: 11 }

async function compress(identity: Buffer, level: typeof quickly): Promise<Page['body']> {
  const [gzipped, br] = await Promise.all([
    compressGzip(identity, { level: level.gzip }),
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: level.br } }),
  ])
  return { identity, gzip: gzipped, br }
}

/** Recompresses a cached page as small as possible, in the background. */
async function shrink(page: Page): Promise<void> {
  const body = await compress(page.body.identity, wholly)
  Object.assign(page, { body, sent: {} })
}

/** The HTML is the same for everybody, so common URLs are worth caching. */
const cachedPages = 200

async function toPage(
  response: Response,
  policyFor: (html: string, laterScripts: string[]) => string,
  paint?: Paint,
): Promise<Page> {
  const rendered = await response.text()
  // Optimising costs ten times the rendering, so only cached pages get it: otherwise unknown
  // addresses would be a cheap way to overload the server.
  const best = paint !== undefined && response.status === 200
  const { html, laterScripts } = best ? await paint(rendered) : { html: rendered, laterScripts: [] }
  const identity = Buffer.from(html)
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'content-length'),
    policy: policyFor(html, laterScripts),
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    body: await compress(identity, quickly),
    sent: {},
  }
}

/** Best encoding the client accepts; `q=0` excludes one (RFC 9110, 12.5.3). */
function codingFor(accepted: string): keyof Page['body'] {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}

/** Headers of one response or connection rather than of the page. */
const ownHeaders = new Set(['x-request-id', 'connection', 'keep-alive', 'date'])

/** Headers set by hooks and page, for later responses with the same page. */
function headersToKeep(reply: FastifyReply, length: number): string[] {
  const kept = Object.entries(reply.getHeaders()).filter(([name]) => !ownHeaders.has(name))
  return [...kept, ['content-length', length] as const].flatMap(([name, value]) => [
    name,
    String(value),
  ])
}

function send(page: Page, request: FastifyRequest, reply: FastifyReply) {
  for (const [name, value] of page.headers) reply.header(name, value)
  reply.header('content-security-policy', page.policy)
  reply.header('vary', 'accept-encoding')
  if (page.status !== 200) reply.header('x-robots-tag', 'noindex')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  if (page.status === 200) reply.header('etag', page.etag)
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    return reply.status(304).send()
  }
  const coding = codingFor(request.headers['accept-encoding'] ?? '')
  if (coding !== 'identity') reply.header('content-encoding', coding)
  page.sent[coding] ??= headersToKeep(reply, page.body[coding].length)
  return reply.status(page.status).send(page.body[coding])
}

/**
 * Renders pages, compresses them once and caches them until `drop()`. Pages contain nothing about
 * the requester: cookies and the query are ignored, and the origin is the configured one.
 */
export function openPages(render: Render, transport: Transport, config: Config, paint: Paint) {
  const { publicUrl } = config
  const measuring = Boolean(config.analytics.gtmId ?? config.analytics.measurementId)
  const kept = new Map<string, Promise<Page>>()
  /** Cached pages that were served before, by request URL. */
  const ready = new Map<string, Page>()
  let edition = 0

  async function make(
    path: string,
    search: string,
    { withPaint, form, calls = transport }: { withPaint?: Paint } & Partial<Sent> = {},
  ): Promise<Page> {
    // Set by parts: a path such as //elsewhere would name another host.
    const url = Object.assign(new URL(publicUrl), { pathname: path, search })
    const headers = { accept: 'text/html' }
    const request = new Request(url, { headers, ...(form && { method: 'POST', body: form }) })
    // Third-party scripts never load on pages with client data or secrets.
    const measured = measuring && !isPrivate(path)
    const policyFor = (html: string, laterScripts: string[]) =>
      pagePolicy(html, publicUrl, { laterScripts, measured })
    return toPage(await render(request, calls), policyFor, withPaint)
  }

  async function cached(path: string): Promise<Page> {
    const known = kept.get(path)
    if (known) return known
    const madeIn = edition
    const making = make(path, '', { withPaint: paint })
    kept.set(path, making)
    const forget = () => kept.get(path) === making && kept.delete(path)
    try {
      const page = await making
      const lasting =
        page.status === 200 &&
        page.headers.every(
          ([name, value]) => name !== 'cache-control' || !value.includes('no-store'),
        )
      if (!lasting || madeIn !== edition || kept.size > cachedPages) forget()
      // Best effort: if it fails, the page is sent as it is.
      else shrink(page).catch(() => {})
      return page
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    /** Call when the content of pages has changed. */
    drop() {
      edition += 1
      kept.clear()
      ready.clear()
    },
    /**
     * Sends a page that was served before, ahead of the framework; false when there is none for
     * this request.
     */
    answerAgain(
      { method, url = '', headers }: IncomingMessage,
      response: ServerResponse,
      id: string,
    ) {
      const page = method === 'GET' && ready.get(url)
      if (!page || headers['if-none-match']) return false
      const coding = codingFor(String(headers['accept-encoding'] ?? ''))
      const sent = page.sent[coding]
      if (!sent) return false
      response.writeHead(page.status, [...sent, 'x-request-id', id]).end(page.body[coding])
      return true
    },
    async answerForm(request: FastifyRequest, reply: FastifyReply, sent: Sent) {
      const [path = '/'] = request.url.split('?', 1)
      reply.header('cache-control', 'no-store')
      // The router would take a form sent to `/` for one of the layout.
      return send(await make(path, path === '/' ? '?index' : '', sent), request, reply)
    },
    async answer(request: FastifyRequest, reply: FastifyReply) {
      const [path = '/', search] = request.url.split('?', 2)
      const isData = path.endsWith('.data')
      if (isData) return send(await make(path, search ? `?${search}` : ''), request, reply)
      if (isPrivate(path)) return send(await make(path, ''), request, reply)
      const askedIn = edition
      const page = await cached(path)
      if (askedIn === edition && kept.has(path)) ready.set(path, page)
      return send(page, request, reply)
    },
  }
}

export type Pages = ReturnType<typeof openPages>

/** Shown when rendering failed; self-contained. */
const failurePage = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Something went wrong</title>
<h1>Something went wrong</h1><p>This page could not be shown. Please try again in a moment.</p></html>`

export const pagesRoute = '/*'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** @returns the handler, for routes that answer with a page in some cases. */
export function servePages(app: FastifyInstance, pages: Pick<Pages, 'answer'>): Handler {
  const handler: Handler = (request, reply) =>
    orFailurePage(request, reply, () => pages.answer(request, reply))
  app.get(pagesRoute, { config: { access: 'page' } }, handler)
  return handler
}

async function orFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await answer()
  } catch (error) {
    request.log.error({ event: 'page', error: describeError(error) })
    reply.header('content-security-policy', inertPolicy).header('cache-control', 'no-store')
    return reply.status(500).type('text/html; charset=utf-8').send(failurePage)
  }
}

/** Routes that accept forms without script, and calls on behalf of a form's sender. */
export type Forms = {
  routes: readonly string[]
  callsOf(request: FastifyRequest, reply: FastifyReply): Promise<Transport>
}

/** Bytes: a character of three bytes takes nine in a form; JSON bodies are limited to 64 KB. */
const formBytes = 3 * 64 * 1024

/** Accepts forms submitted without script. */
export function serveForms(
  app: FastifyInstance,
  { routes, callsOf }: Forms,
  answer: (request: FastifyRequest, reply: FastifyReply, sent: Sent) => Promise<unknown>,
): void {
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    for (const route of routes) {
      pages.post(route, { config: { access: 'page' } }, async (request, reply) => {
        const form = (request.body as URLSearchParams | undefined) ?? new URLSearchParams()
        const calls = await callsOf(request, reply)
        return orFailurePage(request, reply, () => answer(request, reply, { form, calls }))
      })
    }
  })
}
