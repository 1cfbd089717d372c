import { useEffect } from 'react'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { Credentials } from './schemas.ts'

export function CredentialsForm(props: {
  inDialog: boolean
  username: string
  failure: string
  send: (credentials: Credentials) => Promise<unknown>
}) {
  const { inDialog, username, failure, send } = props
  const { form, field, messages, busy, submit } = useRecordForm({
    id: 'sign-in',
    labels: { username: 'Username', password: 'Password' },
    schema: Credentials,
    valuesOf: () => ({ username, password: '' }),
    save: send,
    failure,
  })
  const { setFocus } = form
  useEffect(() => {
    if (inDialog) return
    if (username) setFocus('password')
    // On touch devices, a keyboard would open unasked and cover half of the page.
    else if (matchMedia('(pointer: fine)').matches) setFocus('username')
  }, [username, inDialog, setFocus])
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {!inDialog && <h1 className="h3">Sign in to the back office</h1>}
      {messages}
      <TextField
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <PasswordField autoComplete="current-password" {...field('password')} />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Sign In
      </Button>
    </form>
  )
}
