import { useQueryClient } from '@tanstack/react-query'
import { fitText } from '#contract/cut-text.ts'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useFirm } from '#web/firm.ts'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { google } from '../connection/contract.ts'
import { type GoogleService, serviceNames } from '../connection/scopes.ts'
import { googleSetups, type Setup } from '../setups/contract.ts'
import { clearPending } from './use-google-return.ts'

export type GoogleClient = { id: string; name: string; email: string }

const named = (name: string, suffix: string) => fitText(name, 200 - suffix.length) + suffix

async function setUp(service: GoogleService, client: GoogleClient, firm: string): Promise<Setup> {
  const { id: clientId, name, email: clientEmail } = client
  const shared = { clientId, shareWithClient: true, clientEmail }
  const folderName = named(name, ` - ${firm}`)
  const calendarName = named(name, ' Consultations')
  await call(browser, google.confirm, { serviceType: service })
  switch (service) {
    case 'drive':
      return call(browser, googleSetups.drive, { ...shared, folderName })
    case 'sheets':
      return call(browser, googleSetups.sheets, { ...shared, dashboardType: 'full' })
    case 'calendar':
      return call(browser, googleSetups.calendar, { ...shared, calendarName })
    case 'gmail':
      return call(browser, googleSetups.gmail, {
        clientId,
        enableAutoReply: false,
        categories: ['inquiry', 'project_update', 'support', 'general'],
      })
  }
}

export function useSetUp(client: GoogleClient) {
  const cache = useQueryClient()
  const firm = useFirm()
  return useMutation({
    mutationFn: (service: GoogleService) => setUp(service, client, firm.name),
    onSuccess: (_, service) =>
      showSuccess(`Google ${serviceNames[service]} integration setup successfully`),
    onError: (error, service) => showFailure(error, `Failed to complete Google ${service} setup`),
    onSettled: () => {
      clearPending()
      const stale = [keyOf(googleSetups.state, { clientId: client.id }), keyOf(google.status)]
      return Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })))
    },
  })
}
