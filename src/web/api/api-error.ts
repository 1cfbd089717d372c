import {
  Failure,
  type FailureBody,
  type FailureCode,
  failureStatus,
} from '../../contract/failure.ts'

function codeOf(status: number): FailureCode {
  const known = Object.entries(failureStatus).find(([, of]) => of === status)
  return (known?.[0] as FailureCode | undefined) ?? 'internal'
}

function bodyOf(text: string): Partial<FailureBody> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/**
 * An answer that was no success. `message` is '{status}: {body}', the body's text or, when it is
 * empty, the status text; `sentence` is what a person may be shown, if the server said something.
 */
export class ApiError extends Failure {
  readonly sentence: string | undefined

  constructor(status: number, text: string, statusText: string) {
    const body = bodyOf(text)
    super(body.code ?? codeOf(status), `${status}: ${text || statusText}`, {
      fields: body.fields ?? {},
      current: body.current,
    })
    this.name = 'ApiError'
    this.sentence = body.message
  }
}

export const offlineSentence = 'You are offline. Try again once you are back.'

/**
 * The server's own sentence of an error, else the given one. A call that could not even leave this
 * device says that instead.
 */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.sentence || otherwise
  const offline = typeof navigator !== 'undefined' && navigator.onLine === false
  return offline ? offlineSentence : otherwise
}

/**
 * Why an action failed: the server's own sentence, else the action's. Of an unforeseen failure the
 * server says only that there was one, so the action's own sentence tells more.
 */
export function reasonOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.code === 'internal'
    ? otherwise
    : sentenceOf(error, otherwise)
}

/** What the server says of single fields of a refused form, for those that the form has. */
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
