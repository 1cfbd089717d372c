import type { Input } from '#contract/endpoint.ts'
import type { GoogleService } from '#features/google/connection/scopes.ts'
import type { googleSetups } from '#features/google/setups/contract.ts'
import type { StandIn } from '#features/google/stand-in/stand-in.server.ts'

/** A choice on the consent page. `without` unchecks the scope with this ending. */
export type Click = { answer?: 'allow' | 'deny'; without?: string }

/**
 * Submits the consent page at an address.
 * @returns where Google redirects the browser.
 */
export async function clickConsent(
  standIn: StandIn,
  authUrl: string,
  { answer = 'allow', without }: Click = {},
): Promise<URL> {
  const page = await fetch(authUrl, { redirect: 'manual' })
  const atOnce = page.headers.get('location')
  if (atOnce) return new URL(atOnce)
  const form = new URLSearchParams(new URL(authUrl).search)
  for (const scope of (form.get('scope') ?? '').split(' ')) {
    if (!without || !scope.endsWith(without)) form.append('grant', scope)
  }
  form.set('answer', answer)
  const clicked = await fetch(`${standIn.url}/consent`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  return new URL(clicked.headers.get('location') ?? '')
}

/** The inputs that the back-office sends for each set-up. */
export function setUpInputs({ id: clientId, email }: { id: string; email: string }) {
  const asked = { clientId, shareWithClient: true, clientEmail: email }
  return {
    drive: { ...asked, folderName: 'Northfold - Counterfoil' },
    sheets: { ...asked, dashboardType: 'full' },
    calendar: { ...asked, calendarName: 'Northfold Consultations' },
    gmail: {
      clientId,
      enableAutoReply: false,
      categories: ['inquiry', 'project_update', 'support', 'general'],
    },
  } satisfies { [service in GoogleService]: Input<(typeof googleSetups)[service]> }
}
