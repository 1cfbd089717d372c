import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input, type Output } from '#contract/endpoint.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { toast } from '#web/ui/toast-store.ts'
import { CodeForm } from './code-form.tsx'
import { auth, type Credentials, type SessionUser } from './contract.ts'
import { CredentialsForm } from './credentials-form.tsx'

const failure = 'Unable to sign in. Please try again.'

type Options = {
  onSignedIn: (user: SessionUser) => void
  /** Set in a dialog, which has its own heading. */
  inDialog?: boolean
}

export function SignInSteps(props: Options & { username: string }) {
  const { username, inDialog = false } = props
  const [checked, setChecked] = useState<Credentials | null>(null)
  const [name, setName] = useState(username)
  const signIn = useSignIn(props, setChecked)
  if (!checked) {
    return <CredentialsForm inDialog={inDialog} username={name} failure={failure} send={signIn} />
  }
  return (
    <CodeForm
      inDialog={inDialog}
      username={checked.username}
      failure={failure}
      send={(code) => signIn({ ...checked, code })}
      onBack={() => {
        setName(checked.username)
        setChecked(null)
      }}
    />
  )
}

/** `onCodeNeeded` receives the credentials, to be sent again with the code. */
function useSignIn(
  { inDialog, onSignedIn }: Options,
  onCodeNeeded: (credentials: Credentials) => void,
) {
  const client = useQueryClient()
  return async (input: Input<typeof auth.login>) => {
    const answer = await call(browser, auth.login, input).catch((error) => {
      // A toast would cover the top of the dialog and repeat its message.
      const description = reasonOf(error, failure)
      if (!inDialog) toast({ title: 'Login Failed', description, variant: 'destructive' })
      throw error
    })
    const { username, password } = input
    if (answer.outcome === 'code_needed') return onCodeNeeded({ username, password })
    if (!inDialog) toast({ title: 'Success', description: answer.message })
    onSignedIn(answer.user)
    const before = client.getQueryData<Output<typeof auth.me>>(keyOf(auth.me, {}))
    // The cache may contain data of the previous user, which this one must not see.
    if (before?.user.id !== answer.user.id) {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== auth.me.name })
    }
    client.setQueryData(keyOf(auth.me, {}), { user: answer.user })
    void client.invalidateQueries({ queryKey: keyOf(auth.me) })
  }
}
