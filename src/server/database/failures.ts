import { DrizzleQueryError } from 'drizzle-orm/errors'

/**
 * Tells the failures of a statement apart, whichever database it ran on and however many errors
 * Drizzle has wrapped around the cause.
 */

/** A row with the same unique value is there already; with `constraint` only that one counts. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23505', constraint)
}

/** A referenced row is missing, or the row is still referenced. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23503', constraint)
}

/** Two transactions stood in each other's way; this one can simply be tried again. */
export function isConflict(error: unknown): boolean {
  return violates(error, '40P01') || violates(error, '40001')
}

/** There was no connection to send a statement over; the cause says why. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super('The transaction could not begin', { cause })
  }
}

/**
 * The database cannot be reached, is restarting, is overloaded, took too long or takes no changes.
 * Nothing is wrong with the statement; for a write it is unknown whether it took place. What did not
 * come from the database is none of this, whatever its code: a client that hangs up has the same.
 */
export function isUnavailable(error: unknown): boolean {
  return ofDatabase(error).some(({ code, severity, syscall, message }) => {
    // Ends the connection, whatever its code.
    if (severity === 'FATAL' || severity === 'PANIC') return true
    // The socket file of a server on this machine that is down.
    if (code === 'ENOENT') return syscall === 'connect'
    if (code !== undefined && (unavailableCodes.has(code) || /^(08|53|57P)/.test(code))) return true
    return unavailableMessage.test(message)
  })
}

/** The disk of the database is full; what could not be kept was undone. */
export function isFull(error: unknown): boolean {
  return violates(error, '53100')
}

/** The database answers questions and takes no changes, as a standby does until it is promoted. */
export function isReadOnly(error: unknown): boolean {
  return violates(error, readOnlyCode)
}

export const readOnlyCode = '25006'

const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
  ...['57014', '55P03', '25P03', readOnlyCode],
])

/** What node-postgres says without a code when a connection breaks or none is free in time. */
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
  // Ten is more than any wrapping; it ends a chain that bites its tail.
  while (next instanceof Error && found.length < 10) {
    found.push(next)
    next = next.cause
  }
  return found
}

/** Of a chain of causes what the driver has said. */
function ofDatabase(error: unknown): (Error & Cause)[] {
  const chain = causes(error)
  const start = chain.findIndex(
    (cause) => cause instanceof DrizzleQueryError || cause instanceof NoConnection,
  )
  return start < 0 ? [] : chain.slice(start)
}
