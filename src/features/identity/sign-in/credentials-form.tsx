import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { Credentials } from './schemas.ts'

export function CredentialsForm(props: {
  inDialog: boolean
  username: string
  busy: boolean
  refusal: string | undefined
  onSubmit: (credentials: Credentials) => void
}) {
  const { inDialog, username, busy, refusal, onSubmit } = props
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { username, password: '' },
    shouldFocusError: false,
  })
  const { errors, submitCount } = formState
  useEffect(() => {
    if (inDialog) return
    if (username) setFocus('password')
    // On touch devices, a keyboard would open unasked and cover half of the page.
    else if (matchMedia('(pointer: fine)').matches) setFocus('username')
  }, [username, inDialog, setFocus])
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
      <TextField
        id="username"
        label="Username"
        error={errors.username?.message}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...register('username')}
      />
      <PasswordField
        id="password"
        label="Password"
        error={errors.password?.message}
        autoComplete="current-password"
        {...register('password')}
      />
      {refusal && <FormMessage>{refusal}</FormMessage>}
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Sign In
      </Button>
    </form>
  )
}
