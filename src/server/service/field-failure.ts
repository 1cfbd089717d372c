import { Failure } from '#contract/failure.ts'

/** Refuses one field of the input, by its name in the contract. */
export const fieldFailure = (field: string, message: string): Failure =>
  new Failure('invalid_input', message, { fields: { [field]: message } })
