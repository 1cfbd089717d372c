import { useState } from 'react'
import { sentenceOf } from '../../../web/api/api-error.ts'
import { CodeForm } from './code-form.tsx'
import type { Credentials, SessionUser } from './contract.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { rejected, useLogin } from './use-login.ts'

export function SignInSteps({
  username,
  onSignedIn,
  inDialog = false,
}: {
  username: string
  onSignedIn: (user: SessionUser) => void
  /** The dialog has a heading of its own. */
  inDialog?: boolean
}) {
  const [checked, setChecked] = useState<Credentials | null>(null)
  const [name, setName] = useState(username)
  // A toast would cover the top of the dialog and repeat its message.
  const login = useLogin({ quiet: inDialog, onSignedIn, onCodeNeeded: setChecked })
  const refusal = login.isError ? sentenceOf(login.error, rejected) : undefined
  if (!checked) {
    return (
      <CredentialsForm
        inDialog={inDialog}
        username={name}
        busy={login.isPending}
        refusal={refusal}
        onSubmit={(credentials) => login.mutate(credentials)}
      />
    )
  }
  return (
    <CodeForm
      inDialog={inDialog}
      username={checked.username}
      busy={login.isPending}
      refusal={refusal}
      onSubmit={(code) => login.mutate({ ...checked, code })}
      onBack={() => {
        setName(checked.username)
        setChecked(null)
        login.reset()
      }}
    />
  )
}
