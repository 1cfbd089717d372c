import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Transport } from '#contract/endpoint.ts'
import { type Forms, serveForms } from './forms.ts'
import type { SiteContent } from './pages.ts'
import { type FindPreview, findPage, routePreviews } from './previews.ts'
import { renderWith } from './site.ts'

/** Development uses no caching and no content policy, because Vite injects scripts. */
export async function addDevelopmentSite(
  app: FastifyInstance,
  transport: Transport,
  publicUrl: string,
  report: (error: unknown) => void,
  forms: Forms,
  site: SiteContent,
  find: FindPreview,
): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => {
    if (
      /^\/(api|media|ws|healthz|readyz|favicon\.\w+|(icon-|apple-touch-)[\w-]+\.png)(\/|\?|$)/.test(
        request.url,
      )
    )
      return next()
    reply.removeHeader('content-security-policy')
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    vite.middlewares(request.raw, reply.raw, next)
  })
  async function answer(
    reply: FastifyReply,
    request: Request,
    calls: Transport,
    shown = site.at(new Date()),
    basename?: string,
  ) {
    const build = await vite.ssrLoadModule('virtual:react-router/server-build')
    const render = renderWith(build as unknown as ServerBuild, 'development', report)
    const page = await render(request, calls, shown, basename)
    reply.removeHeader('content-security-policy')
    for (const [name, value] of page.headers) reply.header(name, value)
    return reply.status(page.status).send(await page.text())
  }
  app.get('/*', { config: { access: 'page' } }, (request, reply) =>
    answer(reply, new Request(new URL(request.url, publicUrl)), transport),
  )
  routePreviews(app, forms, async (request, reply, form) => {
    const asked = await findPage(request, find, publicUrl, form)
    if (!asked) return answer(reply, new Request(new URL(request.url, publicUrl)), transport)
    const { base, preview } = asked
    return answer(reply, asked.request, preview.calls, preview.site, base)
  })
  for (const route of forms.personal) {
    app.get(route, { config: { access: 'page' } }, async (request, reply) =>
      answer(
        reply,
        new Request(new URL(request.url, publicUrl)),
        await forms.callsOf(request, reply),
      ),
    )
  }
  serveForms(app, forms, ({ url }, reply, { form, calls }) => {
    const address = new URL(url === '/' ? '/?index' : url, publicUrl)
    return answer(reply, new Request(address, { method: 'POST', body: form }), calls)
  })
}
