import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, internalMessage, isFailure } from '../../contract/failure.ts'
import {
  isConflict,
  isForeignKeyViolation,
  isFull,
  isReadOnly,
  isUnavailable,
} from '../database/failures.ts'
import { storageFull } from '../files/disk-space.ts'
import { bareResponse } from './bare-answers.ts'

function fromFastify(error: Error & { statusCode?: number; code?: string }): Failure | undefined {
  const { statusCode = 500 } = error
  if (statusCode === 413) return new Failure('too_large', 'The request is too large.')
  if (statusCode === 415) {
    return new Failure('unsupported_type', 'Send JSON with the content type application/json.')
  }
  // A path parameter is too long for any route.
  if (statusCode === 414) return new Failure('not_found', 'There is nothing at this address.')
  if (statusCode === 412) return new Failure('precondition_failed', 'The file is another one.')
  if (statusCode >= 400 && statusCode < 500) {
    return new Failure('invalid_input', 'The request could not be read.')
  }
  return undefined
}

export function toFailure(error: unknown): Failure {
  if (isFailure(error)) return error
  if (isFull(error)) return storageFull(error)
  if (isUnavailable(error) || isConflict(error)) {
    const message = isReadOnly(error)
      ? 'Changes cannot be saved right now. Please try again shortly.'
      : 'The database does not answer. Please try again shortly.'
    return new Failure('unavailable', message, { retryAfter: 5, cause: error })
  }
  if (isForeignKeyViolation(error)) {
    const message = 'Something this refers to was removed meanwhile. Please reload and try again.'
    return new Failure('conflict', message, { cause: error })
  }
  const framework = error instanceof Error ? fromFastify(error) : undefined
  return framework ?? new Failure('internal', internalMessage, { cause: error })
}

/**
 * Reduces an error to what may be logged. Database errors quote the query and its values, which are
 * personal data, so only their code and constraint are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause instanceof Error ? error.cause : undefined
  const database = 'query' in error || 'severity' in error || (cause && 'severity' in cause)
  const source = { ...error, ...cause } as Record<string, unknown>
  return {
    type: error.name,
    code: source.code,
    constraint: source.constraint,
    table: source.table,
    ...(database ? {} : { message: error.message }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  }
}

/** Answers URLs that the router cannot parse; no hook runs for them. */
export function answerUnroutable(https: boolean) {
  return (error: Error, { id }: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body } = bareResponse(toFailure(error), id, https)
    reply.status(status).headers(headers).send(body)
  }
}

/** Logs only failures that an operator should know about. */
export function logFailure(log: Pick<FastifyBaseLogger, 'warn' | 'error'>, failure: Failure): void {
  if (failure.code === 'internal' || failure.code === 'unavailable') {
    // A deliberate refusal, such as for overload: nothing is broken, and anybody can cause it.
    if (failure.cause === undefined) log.warn({ event: failure.code })
    else log.error({ event: failure.code, error: describeError(failure.cause) })
  }
  if (failure.code === 'conflict' && failure.cause) {
    log.warn({ event: 'removed_meanwhile', error: describeError(failure.cause) })
  }
}

/** Uses one error format below `/api` and for everything that fails before routing. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error)
    logFailure(request.log, failure)
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
    return reply.status(failure.status).send(failure.toBody(request.id))
  })
}
