import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFailure } from '#contract/failure.ts'
import { describeError } from '#server/database/describe-error.ts'
import { inertPolicy } from '../http/headers.ts'

const plainPage = (
  title: string,
  sentence: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<h1>${title}</h1><p>${sentence}</p></html>`

const failurePage = plainPage(
  'Something went wrong',
  'This page could not be shown. Please try again in a moment.',
)

const busyPage = plainPage(
  'Too many pages at once',
  'Your network asked for very many pages. Please try again in a moment.',
)

export async function orFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await answer()
  } catch (error) {
    reply.header('content-security-policy', inertPolicy).header('cache-control', 'no-store')
    reply.type('text/html; charset=utf-8')
    if (isFailure(error) && error.code === 'too_many_requests') {
      return reply.header('retry-after', String(error.retryAfter)).status(429).send(busyPage)
    }
    request.log.error({ event: 'page', error: describeError(error) })
    return reply.status(500).send(failurePage)
  }
}
