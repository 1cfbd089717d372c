import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { tellFailure } from '../../../web/ui/outcome.ts'
import { google } from '../connection/contract.ts'
import type { GoogleService } from '../connection/scopes.ts'

/** Set-up to continue after the return from Google; without a client, only the connection. */
export type Pending = { service: GoogleService; clientId?: string }

const key = 'google.pending'

/** Limited to this browser tab; survives the visit to Google. */
function storePending(pending: Pending): void {
  sessionStorage.setItem(key, JSON.stringify(pending))
}

export function readPending(): Pending | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Pending | null) ?? undefined
  } catch {
    return undefined
  }
}

export function clearPending(): void {
  sessionStorage.removeItem(key)
}

/** Redirects to Google's consent page; stays busy until the browser has left. */
export function useConsent() {
  return useMutation({
    mutationFn: async ({ service, clientId }: Pending) => {
      const input = { serviceType: service, ...(clientId && { clientId }) }
      const { authUrl } = await call(browser, google.authUrl, input)
      storePending({ service, ...(clientId && { clientId }) })
      window.location.assign(authUrl)
      await new Promise(() => {})
    },
    onError: (error) => {
      clearPending()
      tellFailure(error, 'Failed to start Google authentication')
    },
  })
}
