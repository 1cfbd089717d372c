/**
 * Failure codes and their HTTP status. `internal` is never thrown deliberately; unknown errors
 * become it.
 */
export const failureStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  google_reconnect: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  misdirected: 421,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  google_not_configured: 503,
  mail_not_configured: 503,
  storage_full: 507,
} as const

/**
 * Conflicts of booking, which all have the status of a conflict. As a mere type, they add nothing
 * to a page's script.
 */
type BookingConflict = 'slot_taken' | 'hold_expired' | 'changed' | 'too_late'

export type FailureCode = keyof typeof failureStatus | BookingConflict

/** Display name or username, ISO 8601 moment, and whether the requester made the change. */
export type ChangedBy = { name: string; at: string; isYou: boolean }

/**
 * The format of errors on the wire. `fields` maps the dotted path of an input to its message. When
 * a change was based on an older state, `current` is the current record and `changedBy` says who
 * changed it.
 */
export type FailureBody = {
  message: string
  code: FailureCode
  fields?: Record<string, string>
  current?: unknown
  changedBy?: ChangedBy
  requestId?: string
}

/** The message for any unexpected error. */
export const internalMessage = 'Something went wrong. Please try again.'

/** An expected refusal: services throw it, the server serializes it, and the caller restores it. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly fields: Record<string, string> | undefined
  /** Seconds until a retry makes sense, sent as `Retry-After`. */
  readonly retryAfter: number | undefined
  readonly current: unknown
  readonly changedBy: ChangedBy | undefined

  constructor(
    code: FailureCode,
    message: string,
    more: {
      fields?: Record<string, string>
      retryAfter?: number
      current?: unknown
      changedBy?: ChangedBy | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Failure'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.current = more.current
    this.changedBy = more.changedBy
  }

  get status(): number {
    const statuses: Partial<Record<FailureCode, number>> = failureStatus
    return statuses[this.code] ?? failureStatus.conflict
  }

  toBody(requestId?: string): FailureBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...(this.current !== undefined && { current: this.current }),
      ...(this.changedBy && { changedBy: this.changedBy }),
      ...(requestId && { requestId }),
    }
  }
}

/**
 * Checks name and shape instead of `instanceof`, because the server and the page bundle each have
 * their own `Failure` class.
 */
export function isFailure(error: unknown): error is Failure {
  return (
    error instanceof Error &&
    error.name === 'Failure' &&
    'code' in error &&
    typeof error.code === 'string'
  )
}
