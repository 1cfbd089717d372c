import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { runBeforeSignOut } from '#web/before-sign-out.ts'
import { forgetDrafts, mayForget } from '#web/editing/drafts.ts'
import { forgetActs } from '#web/ui/recent-undos.ts'
import { auth } from './contract.ts'

/** If the first fetch fails, the user counts as signed out. */
export function useSession() {
  const { data, isPending } = useQuery(query(auth.me))
  if (isPending) return { state: 'loading' } as const
  if (!data) return { state: 'unauthenticated' } as const
  return { state: 'authenticated', user: data.user } as const
}

/**
 * Signs out, unless the user stays because of unsaved work. Even if the call fails, this browser
 * forgets the user.
 */
export function useLogout() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      if (!(await mayForget())) return false
      await runBeforeSignOut()
      return call(browser, auth.logout, {})
    },
    onSettled: async (ended) => {
      if (ended === false) return
      forgetDrafts()
      forgetActs()
      await navigate('/admin/login', { replace: true, state: { signedOut: true } })
      client.clear()
    },
  })
}
