import { z } from 'zod'

/** Hashing takes longer for longer passwords, so the length is limited first. */
const maxPasswordBytes = 1024

/** OWASP ASVS 5.0, 6.2.1 requires 8 and recommends 15. */
export const minPasswordLength = 12

const shortPassword = `Use at least ${minPasswordLength} characters`
const longPassword = 'The password is too long'

/** Only for the OpenAPI document: 256 characters have at most 1,024 bytes. */
const openApiHints = {
  maxLength: maxPasswordBytes / 4,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
}

function fits(password: string): boolean {
  return new TextEncoder().encode(password).length <= maxPasswordBytes
}

/** A password to compare, exactly as typed, because surrounding whitespace counts. */
export function enteredPassword(blank: string) {
  return z
    .string({ error: blank })
    .refine((password) => password.trim() !== '', blank)
    .refine(fits, longPassword)
    .meta({ ...openApiHints, description: 'Compared with the stored one' })
}

/** A new password. The server also refuses well-known ones. */
export const NewPassword = z
  .string({ error: shortPassword })
  .refine((password) => password.trim() !== '', 'Choose a password')
  .refine((password) => [...password].length >= minPasswordLength, shortPassword)
  .refine(fits, longPassword)
  .meta({
    ...openApiHints,
    minLength: minPasswordLength,
    description: 'Neither common nor little more than the own name',
  })
