import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { tellFailure } from '../../../web/ui/outcome.ts'
import { google } from '../connection/contract.ts'
import { clearPending, type Pending, storePending } from './use-google-return.ts'

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
