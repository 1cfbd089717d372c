import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, internalMessage, isFailure } from '#contract/failure.ts'
import { describeError } from '../database/describe-error.ts'
import {
  isConflict,
  isForeignKeyViolation,
  isFull,
  isReadOnly,
  isUnavailable,
} from '../database/failures.ts'
import { storageFull } from '../files/disk-space.ts'
import { bareResponse } from './bare-answers.ts'

type FrameworkError = Error & { statusCode?: number }

function fromFastify({ statusCode = 500 }: FrameworkError): Failure | undefined {
  if (statusCode < 400 || statusCode >= 500) return undefined
  if (statusCode === 412) return new Failure('precondition_failed', 'The file is another one.')
  if (statusCode === 413) return new Failure('too_large', 'The request is too large.')
  if (statusCode === 414) return nothingHere()
  if (statusCode === 415) {
    return new Failure('unsupported_type', 'Send JSON with the content type application/json.')
  }
  return new Failure('invalid_input', 'The request could not be read.')
}

export const nothingHere = () => new Failure('not_found', 'There is nothing at this address.')

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
    const message = 'Something this refers to has been removed. Please reload and try again.'
    return new Failure('conflict', message, { cause: error })
  }
  const framework = error instanceof Error ? fromFastify(error) : undefined
  return framework ?? new Failure('internal', internalMessage, { cause: error })
}

/** For URLs that the router cannot parse, for which no hook runs. */
export function answerUnroutable(https: boolean) {
  return (error: Error, { id }: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body } = bareResponse(toFailure(error), id, https)
    reply.status(status).headers(headers).send(body)
  }
}

export function logFailure(log: Pick<FastifyBaseLogger, 'warn' | 'error'>, failure: Failure): void {
  if (failure.code === 'internal' || failure.code === 'unavailable') {
    // Anybody can cause this failure, so it is not logged as an error.
    if (failure.cause === undefined) log.warn({ event: failure.code })
    else log.error({ event: failure.code, error: describeError(failure.cause) })
  }
  if (failure.code === 'conflict' && failure.cause) {
    log.warn({ event: 'removed_meanwhile', error: describeError(failure.cause) })
  }
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error)
    logFailure(request.log, failure)
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
    return reply.status(failure.status).send(failure.toBody(request.id))
  })
}
