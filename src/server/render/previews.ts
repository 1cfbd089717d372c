import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transport } from '#contract/endpoint.ts'
import { isPrivate } from '#contract/page-kinds.ts'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import type { Config } from '../config.ts'
import { pagePolicy } from '../http/headers.ts'
import { orFailurePage } from './failure-page.ts'
import { type Forms, serveForms } from './forms.ts'
import { type Pages, type Render, send, toPage, withDotsKept } from './pages.ts'

/** The content of the pages below `/preview/{token}`. Its calls change nothing. */
export type Preview = { site: ShownSite; calls: Transport }

/** Undefined for a token that is unknown, revoked or expired. */
export type FindPreview = (token: string) => Promise<Preview | undefined>

const route = '/preview/:token'

const dataName = /\.data$/

type Asked = { request: Request; base: string; preview: Preview }

/** Finds the requested page of a preview; undefined where there is none. */
export async function findPage(
  { url }: Pick<FastifyRequest, 'url'>,
  find: FindPreview,
  publicUrl: string,
  form?: URLSearchParams,
): Promise<Asked | undefined> {
  const [path = '', search] = url.split('?', 2)
  const [, , name = '', ...rest] = path.split('/')
  // The router requests the data of the home page under this name.
  const token = name.replace(dataName, '')
  const inner = `/${rest.filter((part) => part !== '').join('/')}`
  const preview = isPrivate(inner) ? undefined : await find(token)
  if (!preview) return undefined
  const base = `/preview/${token}`
  // Without this query, the router would treat a form sent to the home page as one for the layout.
  const query = form && inner === '/' ? 'index' : search
  const address = Object.assign(new URL(publicUrl), {
    pathname: inner === '/' ? `/preview/${name}` : withDotsKept(base + inner),
    search: query ? `?${query}` : '',
  })
  const headers = { accept: 'text/html' }
  const request = new Request(address, { headers, ...(form && { method: 'POST', body: form }) })
  return { request, base, preview }
}

/** Adds routes below a preview's address. Other requests there get the page for unknown paths. */
export function routePreviews(
  app: FastifyInstance,
  { routes, personal }: Forms,
  answer: (
    request: FastifyRequest,
    reply: FastifyReply,
    form?: URLSearchParams,
  ) => Promise<unknown>,
): void {
  for (const url of [route, `${route}/*`]) {
    app.get(url, { config: { access: 'page' } }, (request, reply) =>
      orFailurePage(request, reply, () => answer(request, reply)),
    )
  }
  const ofSite = routes.filter((page) => !personal.includes(page.route))
  const below = ofSite.map((page) => ({
    ...page,
    route: route + page.route.replace(/^\/$/, ''),
    // Browsers send forms without an origin when the page suppresses the referrer.
    fromServers: true as const,
  }))
  const callsOf = async (): Promise<Transport> => async () => {
    throw new Error('A preview has calls of its own.')
  }
  serveForms(app, { routes: below, callsOf }, (request, reply, { form }) =>
    answer(request, reply, form),
  )
}

/** Pages of previews are rendered for each request and never cached. */
export function servePreviews(
  app: FastifyInstance,
  parts: { render: Render; pages: Pages; config: Config; forms: Forms; find: FindPreview },
): void {
  const { render, pages, config, forms, find } = parts
  const { publicUrl } = config
  routePreviews(app, forms, async (request, reply, form) => {
    const asked = await findPage(request, find, publicUrl, form)
    if (!asked) return pages.answer(request, reply)
    const { base, preview } = asked
    const answer = await render(asked.request, preview.calls, preview.site, base)
    const page = await toPage(answer, (html) => pagePolicy(html, publicUrl, { within: base }))
    const headers = page.headers.filter(([name]) => !/^(cache-control|etag)$/.test(name))
    return send({ ...page, headers, etag: '' }, request, reply)
  })
}
