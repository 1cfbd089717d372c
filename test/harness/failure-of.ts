import { type Failure, isFailure } from '#contract/failure.ts'

/** The failure with which a call is refused; throws when the call succeeds. */
export async function failureOf(called: Promise<unknown>): Promise<Failure> {
  try {
    await called
  } catch (error) {
    if (isFailure(error)) return error
    throw error
  }
  throw new Error('expected a refusal')
}
