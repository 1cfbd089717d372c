import type { gaxios } from 'google-auth-library'
import { Failure } from '#contract/failure.ts'

export const reconnectSentence =
  'Google access has expired or was withdrawn. Please connect Google again.'

const sentences = {
  unauthorized: reconnectSentence,
  revoked: reconnectSentence,
  misconfigured: 'Google refuses the client id or secret of this installation.',
  scope_missing: 'A permission is missing. Please connect Google again and leave every box ticked.',
  rate_limited: 'Google is busy with too many requests. Please try again in a few minutes.',
  forbidden: 'Google refused this. A setting of the Google Workspace organization may forbid it.',
  not_found: 'Google no longer has this. Set it up again to repair it.',
  conflict: 'Google says that this exists already. Please try again.',
  shared_without_mail: 'Shared, but Google couldn’t send the email.',
  invalid: 'Google didn’t accept the request.',
  unavailable: 'Google isn’t responding right now. Please try again shortly.',
}

type ProblemKind = keyof typeof sentences

/** The error of a Google call. It omits the original error, which contains plaintext tokens. */
export class GoogleProblem extends Error {
  readonly kind: ProblemKind
  readonly reason: string
  readonly retryAfter: number | undefined

  /**
   * @param reason Google's error code, such as `accessNotConfigured`.
   * @param retryAfter in seconds, if Google sent a time to wait.
   */
  constructor(kind: ProblemKind, reason: string, retryAfter?: number) {
    super(`Google: ${kind}`)
    this.name = 'GoogleProblem'
    this.kind = kind
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** Whether Google failed, as opposed to refusing the request. */
export function isGoogleFailure({ kind }: GoogleProblem): boolean {
  return kind === 'rate_limited' || kind === 'unavailable'
}

const tooFast = /^(userRateLimitExceeded|rateLimitExceeded|sharingRateLimitExceeded|quotaExceeded)/

type Detail = { message?: string; errors?: { reason?: string }[]; details?: { reason?: string }[] }

function kindOf(status: number, reason: string, message: string): ProblemKind {
  if (reason === 'invalid_grant') return 'revoked'
  if (reason === 'invalid_client' || reason === 'unauthorized_client') return 'misconfigured'
  if (status === 401) return 'unauthorized'
  if (status === 429 || (status === 403 && tooFast.test(reason))) return 'rate_limited'
  if (reason === 'insufficientPermissions' || reason === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT') {
    return 'scope_missing'
  }
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not_found'
  if (status === 409) return 'conflict'
  if (reason === 'invalidSharingRequest' && message.includes('successfully shared')) {
    return 'shared_without_mail'
  }
  return status >= 500 ? 'unavailable' : 'invalid'
}

/** Property of gaxios 8 errors. Using `instanceof` would load the library at the start. */
const gaxiosError = Symbol.for('gaxios-gaxios-error')

export function problemOf(error: unknown): unknown {
  if (!(error instanceof Error && gaxiosError in error)) return error
  const { response, code } = error as Partial<gaxios.GaxiosError>
  if (!response) return new GoogleProblem('unavailable', String(code ?? 'network'))
  const { error: detail } = (response.data ?? {}) as { error?: string | Detail }
  const { message = '', errors, details }: Detail = typeof detail === 'object' ? detail : {}
  const reason =
    typeof detail === 'string' ? detail : (errors?.[0]?.reason ?? details?.[0]?.reason ?? '')
  const seconds = Number(response.headers.get('retry-after')) || undefined
  return new GoogleProblem(kindOf(response.status, reason, message), reason, seconds)
}

export function sentenceFor({ kind, reason }: GoogleProblem): string {
  return reason === 'accessNotConfigured' || reason === 'SERVICE_DISABLED'
    ? 'This Google API isn’t enabled in the Google Cloud project.'
    : sentences[kind]
}

/** Never returns 401, which would refer to our own session. */
export function failureFor(problem: GoogleProblem): Failure {
  const { kind, retryAfter = 30 } = problem
  const sentence = sentenceFor(problem)
  if (kind === 'unauthorized' || kind === 'revoked' || kind === 'scope_missing') {
    return new Failure('google_reconnect', sentence)
  }
  if (isGoogleFailure(problem)) return new Failure('unavailable', sentence, { retryAfter })
  return new Failure('conflict', sentence)
}
