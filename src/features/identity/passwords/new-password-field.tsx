import type { ComponentProps } from 'react'
import { minPasswordLength } from '#contract/passwords.ts'
import { PasswordField } from '#web/ui/password-input.tsx'

export function NewPasswordField(props: ComponentProps<typeof PasswordField>) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint={`At least ${minPasswordLength} characters. Several words are easy to remember and hard to guess.`}
      {...props}
    />
  )
}
