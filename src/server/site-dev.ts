import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Transport } from '../contract/endpoint.ts'
import { renderWith } from './site.ts'

/**
 * The developer's site: Vite on the same port and server, so that an edit shows without a reload.
 * Pages are rendered afresh and without a content policy, because Vite injects scripts.
 */
export async function addDevelopmentSite(
  app: FastifyInstance,
  transport: Transport,
  publicUrl: string,
  report: (error: unknown) => void,
): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => {
    if (/^\/(api|ws|healthz|readyz)(\/|\?|$)/.test(request.url)) return next()
    reply.removeHeader('content-security-policy')
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    vite.middlewares(request.raw, reply.raw, next)
  })
  app.get('/*', { config: { access: 'page' } }, async (request, reply) => {
    const build = await vite.ssrLoadModule('virtual:react-router/server-build')
    const render = renderWith(build as unknown as ServerBuild, 'development', report)
    const page = await render(new Request(new URL(request.url, publicUrl)), transport)
    reply.removeHeader('content-security-policy')
    for (const [name, value] of page.headers) reply.header(name, value)
    return reply.status(page.status).send(await page.text())
  })
}
