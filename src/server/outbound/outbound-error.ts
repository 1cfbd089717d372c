/**
 * `invalid_address`: not an http or https address. `credentials`: contains a user name or password.
 * `not_https`, `port`, `not_public`: only allowed for addresses that `OUTBOUND_ALLOW` lists.
 * `unresolved`: the name has no address. `connection`: refused, broken off, or without a valid
 * certificate. `timeout` and `too_large`: beyond the caller's limits.
 */
export type OutboundReason =
  | 'invalid_address'
  | 'credentials'
  | 'not_https'
  | 'port'
  | 'unresolved'
  | 'not_public'
  | 'connection'
  | 'timeout'
  | 'too_large'

const sentences: Record<OutboundReason, string> = {
  invalid_address: 'The address is not a valid https address.',
  credentials: 'The address must not contain a user name or password.',
  not_https: 'The address must begin with https.',
  port: 'The address must use port 443.',
  unresolved: 'The host of the address was not found.',
  not_public: 'The host of the address is not on the public internet.',
  connection: 'The connection failed.',
  timeout: 'There was no complete answer in time.',
  too_large: 'The answer is too large.',
}

/** The message never contains the address, which may be a secret. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly reason: OutboundReason
  /** A code of Node or the operating system, such as `ECONNREFUSED`. */
  readonly code: string | undefined
  /**
   * The status of a response whose head arrived before the failure, so that the request was
   * received.
   */
  readonly status: number | undefined

  constructor(reason: OutboundReason, details: { code?: string; status?: number } = {}) {
    super(sentences[reason])
    this.reason = reason
    this.code = details.code
    this.status = details.status
  }
}
