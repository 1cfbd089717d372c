import { DrizzleQueryError } from 'drizzle-orm/errors'

/**
 * Classifies the errors of statements, however many errors Drizzle has wrapped around the cause.
 */

/** With `constraint` only a violation of that constraint counts. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23505', constraint)
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23503', constraint)
}

/** Two transactions conflicted; this one can be retried. */
export function isConflict(error: unknown): boolean {
  return violates(error, '40P01') || violates(error, '40001')
}

export class NoConnection extends Error {
  constructor(cause: unknown) {
    super('The transaction could not begin', { cause })
  }
}

/**
 * The database is unreachable, restarting, overloaded, too slow or read-only. The statement itself
 * is valid; whether a write took effect is unknown. Errors from elsewhere never count, whatever
 * their code: a disconnecting client has the same codes.
 */
export function isUnavailable(error: unknown): boolean {
  return ofDatabase(error).some(({ code, severity, syscall, message }) => {
    // Ends the connection, whatever its code.
    if (severity === 'FATAL' || severity === 'PANIC') return true
    // Socket file of a local server that is down.
    if (code === 'ENOENT') return syscall === 'connect'
    if (code !== undefined && (unavailableCodes.has(code) || /^(08|53|57P)/.test(code))) return true
    return unavailableMessage.test(message)
  })
}

/** The database's disk is full; the write was rolled back. */
export function isFull(error: unknown): boolean {
  return violates(error, '53100')
}

/** Reads work but writes are refused, as on a standby until it is promoted. */
export function isReadOnly(error: unknown): boolean {
  return violates(error, readOnlyCode)
}

export const readOnlyCode = '25006'

const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
  ...['57014', '55P03', '25P03', readOnlyCode],
])

/** Messages of node-postgres without a code: a broken connection, or none free in time. */
const unavailableMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

type Cause = {
  code?: string
  constraint?: string
  severity?: string
  syscall?: string
}

function violates(error: unknown, code: string, constraint?: string): boolean {
  return causes(error).some(
    (cause) => cause.code === code && (!constraint || cause.constraint === constraint),
  )
}

function causes(error: unknown): (Error & Cause)[] {
  const found: (Error & Cause)[] = []
  let next = error
  // More than any real nesting; ends circular chains.
  while (next instanceof Error && found.length < 10) {
    found.push(next)
    next = next.cause
  }
  return found
}

function ofDatabase(error: unknown): (Error & Cause)[] {
  const chain = causes(error)
  const start = chain.findIndex(
    (cause) => cause instanceof DrizzleQueryError || cause instanceof NoConnection,
  )
  return start < 0 ? [] : chain.slice(start)
}
