import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '#server/database/describe-error.ts'
import { inertPolicy } from '../http/headers.ts'

const failurePage = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Something went wrong</title>
<h1>Something went wrong</h1><p>This page could not be shown. Please try again in a moment.</p></html>`

export async function orFailurePage(
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
