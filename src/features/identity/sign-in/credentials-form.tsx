import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorSummary } from '../../../web/ui/error-summary.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { TextInput } from '../../../web/ui/inputs.tsx'
import { PasswordInput } from '../../../web/ui/password-input.tsx'
import { Credentials } from './contract.ts'

/** `refusal` is the server's message about the last attempt. */
export function CredentialsForm({
  inDialog,
  username,
  busy,
  refusal,
  onSubmit,
}: {
  inDialog: boolean
  username: string
  busy: boolean
  refusal: string | undefined
  onSubmit: (credentials: Credentials) => void
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { username, password: '' },
    shouldFocusError: false,
  })
  const { errors, submitCount } = formState
  const problems = (['username', 'password'] as const).flatMap((id) => {
    const message = errors[id]?.message
    return message ? [{ id, message }] : []
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit((values) => !busy && onSubmit(values))}
    >
      {!inDialog && <h1 className="h3">Sign in to the back office</h1>}
      <ErrorSummary errors={problems} attempt={submitCount} />
      <Field id="username" label="Username" error={errors.username?.message}>
        <TextInput
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username')}
        />
      </Field>
      <Field id="password" label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      {refusal && <FormMessage>{refusal}</FormMessage>}
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Sign in
      </Button>
    </form>
  )
}
