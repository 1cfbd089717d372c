import { z } from 'zod'
import { Time } from '#contract/fields.ts'
import { enteredPassword } from '#contract/passwords.ts'
import { done, nothing } from '#contract/results.ts'
import { isAppCode } from './contract.ts'

export const SecondFactor = z.object({
  /** Null while the second factor is off. */
  confirmedAt: Time.nullable(),
  recoveryCodesLeft: z.number(),
})
export type SecondFactor = z.output<typeof SecondFactor>

const required = 'Code is required'

/**
 * Normalizes a typed or pasted code: removes spaces, dashes and invisible characters, and converts
 * full-width forms.
 */
const bareCode = z
  .string({ error: required })
  .max(100, 'This code is too long')
  .meta({ examples: ['123456'] })
  .transform((text) => text.normalize('NFKC').replace(/[\s\p{Pd}\p{C}]/gu, ''))
  .refine((code) => code !== '', { error: required, abort: true })

const AppCode = bareCode.refine(
  (code) => isAppCode(code),
  'Enter the six digits that the app shows',
)

/** A code of an authenticator app, or a recovery code. */
export const Code = bareCode.refine(
  (code) => isAppCode(code) || /^(?=.*[a-z])[a-z\d]+$/i.test(code),
  'Enter six digits or a recovery code',
)

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const PasswordProof = z.object({ password: enteredPassword('Password is required') })
export type PasswordProof = z.output<typeof PasswordProof>
const CodeProof = z.object({ code: AppCode })

export const secondFactorSchemas = {
  show: {
    summary: 'State of your second factor, and the number of recovery codes left.',
    input: nothing,
    output: SecondFactor,
  },
  start: {
    summary: 'Create a secret for an authenticator app; takes effect once confirmed.',
    input: PasswordProof,
    output: z.object({
      /** Base32, for manual entry. */
      secret: z.string(),
      /** An `otpauth://` URL for a QR code. */
      address: z.string(),
    }),
  },
  confirm: {
    summary: 'Turn on the second factor; ends your other sessions, returns recovery codes.',
    input: CodeProof,
    output: RecoveryCodes,
  },
  renewCodes: {
    summary: 'Replace all recovery codes by ten new ones.',
    input: PasswordProof,
    output: RecoveryCodes,
  },
  disable: { summary: 'Turn off the second factor.', input: PasswordProof, output: done },
}
