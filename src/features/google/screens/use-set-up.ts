import { useQueryClient } from '@tanstack/react-query'
import { brand } from '../../../brand.ts'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { keyOf } from '../../../web/api/query.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { tellFailure, tellSuccess } from '../../../web/ui/outcome.ts'
import { google } from '../connection/contract.ts'
import { type GoogleService, serviceNames } from '../connection/scopes.ts'
import { googleSetups, type Setup } from '../setups/contract.ts'
import { clearPending } from './use-google-return.ts'

export type GoogleClient = { id: string; name: string; email: string }

const named = (name: string, suffix: string) => `${name.slice(0, 200 - suffix.length)}${suffix}`

async function setUp(service: GoogleService, client: GoogleClient): Promise<Setup> {
  const { id: clientId, name, email: clientEmail } = client
  const shared = { clientId, shareWithClient: true, clientEmail }
  const { driveFolder, calendar } = brand.suffixes
  await call(browser, google.confirm, { serviceType: service })
  switch (service) {
    case 'drive':
      return call(browser, googleSetups.drive, { ...shared, folderName: named(name, driveFolder) })
    case 'sheets':
      return call(browser, googleSetups.sheets, { ...shared, dashboardType: 'full' })
    case 'calendar':
      return call(browser, googleSetups.calendar, {
        ...shared,
        calendarName: named(name, calendar),
      })
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
  return useMutation({
    mutationFn: (service: GoogleService) => setUp(service, client),
    onSuccess: (_, service) =>
      tellSuccess(`Google ${serviceNames[service]} integration setup successfully`),
    onError: (error, service) => tellFailure(error, `Failed to complete Google ${service} setup`),
    onSettled: () => {
      clearPending()
      return Promise.all([
        cache.invalidateQueries({
          queryKey: keyOf(googleSetups.state, { clientId: client.id }),
        }),
        cache.invalidateQueries({ queryKey: keyOf(google.status) }),
      ])
    },
  })
}
