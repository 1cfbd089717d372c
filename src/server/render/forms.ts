import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transport } from '#contract/endpoint.ts'
import { orFailurePage } from './failure-page.ts'

export type Sent = { form: URLSearchParams; calls: Transport; search?: string }

/** `fromServers`: also without an origin of its own. `readsQuery`: renders again as it was asked for. */
export type FormPage = { route: string; max?: number; fromServers?: true; readsQuery?: true }

export type Forms = {
  /** Pages that take forms; `most` is the limit of their bodies in bytes. */
  routes: readonly FormPage[]
  /** Pages that call in the name of who opens them, so that limits per address hold. */
  personal: readonly string[]
  callsOf(request: FastifyRequest, reply: FastifyReply): Promise<Transport>
}

/** A character of three bytes takes nine in a form; JSON bodies are limited to 64 KB. */
const formBytes = 3 * 64 * 1024

export function serveForms(
  app: FastifyInstance,
  { routes, callsOf }: Pick<Forms, 'routes' | 'callsOf'>,
  answer: (request: FastifyRequest, reply: FastifyReply, sent: Sent) => Promise<unknown>,
): void {
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    for (const { route, max: bodyLimit = formBytes, fromServers = false, readsQuery } of routes) {
      const options = { config: { access: 'page', fromServers }, bodyLimit } as const
      pages.post(route, options, async (request, reply) => {
        const form = (request.body as URLSearchParams | undefined) ?? new URLSearchParams()
        const calls = await callsOf(request, reply)
        const [, query] = readsQuery ? request.url.split('?', 2) : []
        const search = query ? `?${query}` : ''
        return orFailurePage(request, reply, () => answer(request, reply, { form, calls, search }))
      })
    }
  })
}
