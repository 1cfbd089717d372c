import { PassThrough, Readable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import type { Transport } from './contract/endpoint.ts'
import type { ShownSite } from './contract/settings/shown-site.ts'
import { transportContext } from './web/api/prefetch.ts'
import { ServerOnlyContext } from './web/api/server-only.ts'
import { siteContext } from './web/api/site-context.ts'

/** The server must use this bundle's router, because it refuses a context of another copy. */
export { createRequestHandler, matchRoutes } from 'react-router'

/** Limits the rendering of a page. Loading its data has limits of its own before that. */
const renderMs = 5000

type Report = (error: unknown) => void
const reportContext = createContext<Report>()

/** Gives the page bundle access to the services, the log and the settings. */
export function openContext(
  request: Request,
  transport: Transport,
  report: Report,
  site: ShownSite,
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(transportContext, transport)
  context.set(reportContext, report)
  const isDocument = !new URL(request.url).pathname.endsWith('.data')
  context.set(siteContext, { ...site, isDocument, serverOnly: {} })
  return context
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted) context.get(reportContext)(error)
}

/** Renders complete pages without streaming, so that they can be cached. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let rendered = status
    const { pipe, abort } = renderToPipeableStream(
      <ServerOnlyContext value={context.get(siteContext).serverOnly}>
        <ServerRouter context={entry} url={request.url} />
      </ServerOnlyContext>,
      {
        onAllReady() {
          clearTimeout(late)
          const body = new PassThrough()
          headers.set('content-type', 'text/html; charset=utf-8')
          pipe(body)
          const stream = Readable.toWeb(body) as ReadableStream
          resolve(new Response(stream, { status: rendered, headers }))
        },
        onShellError: reject,
        onError(error) {
          rendered = 500
          context.get(reportContext)(error)
        },
      },
    )
    const late = setTimeout(() => abort(new Error('rendering took too long')), renderMs)
  })
}
