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

/**
 * The database cannot be reached, is restarting, is overloaded or took too long. Nothing is wrong
 * with the statement; for a write it is unknown whether it took place.
 */
export function isUnavailable(error: unknown): boolean {
  return causes(error).some(({ code, severity, syscall, message }) => {
    // Ends the connection, whatever its code.
    if (severity === 'FATAL' || severity === 'PANIC') return true
    // The socket file of a server on this machine that is down.
    if (code === 'ENOENT') return syscall === 'connect'
    if (code !== undefined && (unavailableCodes.has(code) || /^(08|53|57P)/.test(code))) return true
    return unavailableMessage.test(message)
  })
}

const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
  ...['57014', '55P03', '25P03'],
])

/** What node-postgres says without a code when a connection breaks or none is free in time. */
const unavailableMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

type Cause = {
  message: string
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

function causes(error: unknown): Cause[] {
  const found: Cause[] = []
  let next = error
  // Ten is more than any wrapping; it ends a chain that bites its tail.
  while (next instanceof Error && found.length < 10) {
    const { message, code, constraint, severity, syscall } = next as Error & Omit<Cause, 'message'>
    found.push({ message, code, constraint, severity, syscall })
    next = next.cause
  }
  return found
}
