import type { Config } from '../../../server/config.ts'
import type { GoogleAccess } from '../../../server/security/google-access.ts'

export async function openGoogle({
  google,
  production,
}: Config): Promise<{ access: GoogleAccess; close: () => Promise<void> } | undefined> {
  const running = { close: async () => {} }
  if (typeof google === 'object' && 'clientId' in google) return { ...running, access: google }
  const invented = { clientId: 'stand-in', clientSecret: 'stand-in' }
  if (typeof google === 'object') return { ...running, access: { ...invented, ...google } }
  if (google !== 'fake' && production) return undefined
  const { openStandIn } = await import('./stand-in.server.ts')
  const { url, close } = await openStandIn()
  return { access: { ...invented, standIn: url }, close }
}
