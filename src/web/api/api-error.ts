import { Failure, type FailureBody, type FailureCode, failureStatus } from '#contract/failure.ts'

function codeOf(status: number): FailureCode {
  const entry = Object.entries(failureStatus).find(([, expected]) => expected === status)
  return (entry?.[0] as FailureCode | undefined) ?? 'internal'
}

function bodyOf(text: string): Partial<FailureBody> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/** `message` is '{status}: {body}'; `sentence` is the server's user-facing message, if any. */
export class ApiError extends Failure {
  readonly sentence: string | undefined

  constructor(status: number, text: string, statusText: string) {
    const body = bodyOf(text)
    super(body.code ?? codeOf(status), `${status}: ${text || statusText}`, {
      fields: body.fields ?? {},
      current: body.current,
      changedBy: body.changedBy,
    })
    this.name = 'ApiError'
    this.sentence = body.message
  }
}

export const offlineSentence = 'You’re offline. Try again once you’re back.'

export function sentenceOf(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.sentence || otherwise
  const offline = typeof navigator !== 'undefined' && navigator.onLine === false
  return offline ? offlineSentence : otherwise
}

/**
 * Works like `sentenceOf`, but ignores the generic message that the server sends for unforeseen
 * failures.
 */
export function reasonOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.code === 'internal'
    ? otherwise
    : sentenceOf(error, otherwise)
}

export function refusedFields<N extends string>(
  error: unknown,
  names: readonly N[],
): { name: N; message: string }[] {
  const fields = error instanceof ApiError ? error.fields : undefined
  return names.flatMap((name) => {
    const message = fields?.[name]
    return message ? [{ name, message }] : []
  })
}
