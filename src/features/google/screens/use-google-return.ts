import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { tabStorage } from '#web/storage.ts'
import { showFailure } from '#web/ui/outcome.ts'
import { toast } from '#web/ui/toast-store.ts'
import { google } from '../connection/contract.ts'
import type { GoogleService } from '../connection/scopes.ts'

/** The set-up to continue after the return. Without `clientId`, only Google is to be connected. */
type Pending = { service: GoogleService; clientId?: string }

const key = 'google.pending'

const readPending = () => tabStorage.readJson<Pending>(key)

export const clearPending = () => tabStorage.write(key, null)

const names = ['google_auth', 'error'] as const

function outcomeOf(parameters: URLSearchParams): 'success' | 'failed' | undefined {
  if (parameters.get('error') === 'google_auth_failed') return 'failed'
  return parameters.get('google_auth') === 'success' ? 'success' : undefined
}

/**
 * Handles the return from Google once: cleans the address, then reports a failed consent or calls
 * `onConnected` with the pending set-up.
 */
export function useGoogleReturn(
  tab: string,
  onConnected: (pending: Pending | undefined) => void,
): void {
  const [parameters, setParameters] = useSearchParams()
  const handled = useRef(false)
  useEffect(() => {
    if (handled.current) return
    handled.current = true
    const outcome = outcomeOf(parameters)
    const pending = readPending()
    // If a set-up is still pending without a return, the user abandoned it at Google.
    if (outcome !== 'success') clearPending()
    if (!outcome) return
    setParameters({ tab }, { replace: true, preventScrollReset: true })
    if (outcome === 'success') return onConnected(pending)
    toast({
      title: 'Authentication Failed',
      description: 'Google authentication was cancelled or failed. Please try again.',
      variant: 'destructive',
    })
  })
}

/** Forwards a return that names no client to the pending client, or else to the dashboard. */
export function useForwardedReturn(): void {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  useEffect(() => {
    if (!outcomeOf(parameters)) return
    const clientId = readPending()?.clientId
    const search = new URLSearchParams(clientId ? {} : { tab: 'google-integrations' })
    for (const name of names) {
      const value = parameters.get(name)
      if (value) search.set(name, value)
    }
    const screen = clientId ? `/admin/clients/${clientId}` : '/admin'
    void navigate(`${screen}?${search}`, { replace: true })
  }, [parameters, navigate])
}

/** Redirects to Google's consent page. It stays busy until the browser has left. */
export function useConsent() {
  return useMutation({
    mutationFn: async ({ service, clientId }: Pending) => {
      const { authUrl } = await call(browser, google.authUrl, { serviceType: service, clientId })
      tabStorage.write(key, JSON.stringify({ service, clientId }))
      window.location.assign(authUrl)
      await new Promise(() => {})
    },
    onError: (error) => {
      clearPending()
      showFailure(error, 'Failed to start Google authentication')
    },
  })
}
