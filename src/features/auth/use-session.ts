import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../contract/endpoint.ts'
import { ApiError } from '../../web/api/api-error.ts'
import { browser } from '../../web/api/browser.ts'
import { keyOf, query } from '../../web/api/query.ts'
import { useMutation } from '../../web/api/use-mutation.ts'
import { toast } from '../../web/ui/toast-store.ts'
import { auth } from './contract.ts'

/** Who is signed in. A failed look-up counts as nobody. */
export function useSession() {
  const { data, isPending, isError } = useQuery(query(auth.me))
  if (isPending) return { state: 'loading' } as const
  if (isError) return { state: 'unauthenticated' } as const
  return { state: 'authenticated', user: data.user } as const
}

/**
 * Notices from the answer to any call that the session has ended elsewhere, and asks again who is
 * signed in: the guard then leads to the login.
 */
export function useEndedSession() {
  const client = useQueryClient()
  useEffect(() => {
    const me = keyOf(auth.me, {})
    const notice = (error: unknown) => {
      const ended = error instanceof ApiError && error.code === 'unauthenticated'
      if (!ended || client.getQueryData(me) === undefined) return
      toast({
        title: 'Signed out',
        description: 'Your session has ended. Please sign in again.',
        variant: 'destructive',
      })
      void client.resetQueries({ queryKey: me })
    }
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}

/** Ends the session; a failed call ends it for this browser all the same. */
export function useLogout() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(browser, auth.logout, {}),
    onSettled: async () => {
      await navigate('/admin/login', { replace: true, state: { signedOut: true } })
      client.clear()
    },
  })
}
