import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input, type Output } from '#contract/endpoint.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { toast } from '#web/ui/toast-store.ts'
import { CodeForm } from './code-form.tsx'
import { auth, type Credentials, type SessionUser } from './contract.ts'
import { CredentialsForm } from './credentials-form.tsx'

export function SignInSteps(props: {
  username: string
  onSignedIn: (user: SessionUser) => void
  /** Set in a dialog, which has its own heading. */
  inDialog?: boolean
}) {
  const { username, onSignedIn, inDialog = false } = props
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

const rejected = 'Invalid credentials'

/**
 * Signs in. `onCodeNeeded` receives the credentials, to be sent again with the code. `quiet`
 * disables toasts.
 */
function useLogin(options: {
  quiet: boolean
  onSignedIn: (user: SessionUser) => void
  onCodeNeeded: (credentials: Credentials) => void
}) {
  const { quiet, onSignedIn, onCodeNeeded } = options
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<typeof auth.login>) => call(browser, auth.login, input),
    onSuccess: (answer, { username, password }) => {
      if (answer.outcome === 'code_needed') return onCodeNeeded({ username, password })
      if (!quiet) toast({ title: 'Success', description: answer.message })
      onSignedIn(answer.user)
      const before = client.getQueryData<Output<typeof auth.me>>(keyOf(auth.me, {}))
      // The cache may contain data of the previous user, which this one must not see.
      if (before?.user.id !== answer.user.id) {
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== auth.me.name })
      }
      client.setQueryData(keyOf(auth.me, {}), { user: answer.user })
      void client.invalidateQueries({ queryKey: keyOf(auth.me) })
    },
    onError: (error) => {
      if (quiet) return
      toast({
        title: 'Login Failed',
        description: sentenceOf(error, rejected),
        variant: 'destructive',
      })
    },
  })
}
