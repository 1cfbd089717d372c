import { useQueryClient } from '@tanstack/react-query'
import { call, type Input } from '../../contract/endpoint.ts'
import { sentenceOf } from '../../web/api/api-error.ts'
import { browser } from '../../web/api/browser.ts'
import { keyOf } from '../../web/api/query.ts'
import { useMutation } from '../../web/api/use-mutation.ts'
import { toast } from '../../web/ui/toast-store.ts'
import { auth, type Credentials } from './contract.ts'

/** What the form says when the server said nothing. */
export const rejected = 'Invalid credentials'

/** Signs in; `onCodeNeeded` gets the credentials to send again, with the code. */
export function useLogin({
  onSignedIn,
  onCodeNeeded,
}: {
  onSignedIn: () => void
  onCodeNeeded: (credentials: Credentials) => void
}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<typeof auth.login>) => call(browser, auth.login, input),
    onSuccess: (answer, { username, password }) => {
      if (answer.outcome === 'code_needed') return onCodeNeeded({ username, password })
      onSignedIn()
      // Whoever was here before may have seen other things.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== auth.me.name })
      client.setQueryData(keyOf(auth.me, {}), { user: answer.user })
      toast({ title: 'Success', description: answer.message })
    },
    onError: (error) => {
      toast({
        title: 'Login Failed',
        description: sentenceOf(error, rejected),
        variant: 'destructive',
      })
    },
  })
}
