import type { ComponentProps } from 'react'
import { shortestPassword } from '../../../contract/passwords.ts'
import { Field } from '../../../web/ui/field.tsx'
import { PasswordInput } from '../../../web/ui/password-input.tsx'

export function NewPasswordField({
  id,
  label = 'New password',
  error,
  ...input
}: ComponentProps<typeof PasswordInput> & { id: string; label?: string; error?: string }) {
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={`At least ${shortestPassword} characters. Several words are easy to remember and hard to guess.`}
    >
      <PasswordInput autoComplete="new-password" what={label.toLowerCase()} {...input} />
    </Field>
  )
}
