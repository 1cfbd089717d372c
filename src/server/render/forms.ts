import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transport } from '#contract/endpoint.ts'
import { orFailurePage } from './failure-page.ts'

export type Sent = { form: URLSearchParams; calls: Transport; search?: string }

/**
 * `max` limits the body in bytes. `fromServers` also accepts requests of another origin.
 * `readsQuery` renders the page again with the query of the request.
 */
export type FormPage = { route: string; max?: number; fromServers?: true; readsQuery?: true }

export type Forms = {
  /** The pages that take forms. */
  routes: readonly FormPage[]
  /** Pages whose calls run as the person who opens them, so that limits by address apply. */
  personal: readonly string[]
  callsOf(request: FastifyRequest, reply: FastifyReply): Promise<Transport>
}

/** A character of three bytes takes nine in a form, and JSON bodies are limited to 64 KB. */
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
