import { DrizzleQueryError } from 'drizzle-orm/errors'

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23505', constraint)
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23503', constraint)
}

export function isConflict(error: unknown): boolean {
  return violates(error, '40P01') || violates(error, '40001')
}

export class NoConnection extends Error {
  constructor(cause: unknown) {
    const reason = connectionFault(cause)
    super(`The transaction could not begin${reason ? `: ${reason}` : ''}`, { cause })
  }
}

/**
 * Whether the database is unreachable, overloaded, too slow or read-only; a write may or may not
 * have taken effect. Only errors of the database count, because a disconnecting client has the same
 * codes.
 */
export function isUnavailable(error: unknown): boolean {
  return ofDatabase(error).some(({ code, severity, syscall, message }) => {
    if (severity === 'FATAL' || severity === 'PANIC') return true
    if (code === 'ENOENT') return syscall === 'connect'
    if (code !== undefined && (unavailableCodes.has(code) || /^(08|53|57P)/.test(code))) return true
    return unavailableMessage.test(message)
  })
}

export function isFull(error: unknown): boolean {
  return violates(error, '53100')
}

export function isReadOnly(error: unknown): boolean {
  return violates(error, readOnlyCode)
}

export const readOnlyCode = '25006'

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57014',
  '55P03',
  '25P03',
  readOnlyCode,
])

/** The message of a failed connection, which has no code. It quotes no values. */
export function connectionFault(error: unknown): string | undefined {
  return causes(error).find(({ message }) => unavailableMessage.test(message))?.message
}

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
  // The limit ends circular chains.
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
