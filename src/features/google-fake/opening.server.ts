import type { Config } from '../../server/config.ts'
import type { GoogleAccess } from '../../server/google-access.ts'

/** How the running product reaches Google: not at all, for real, or a stand-in. */
export async function openGoogle({
  google,
  production,
}: Config): Promise<{ access: GoogleAccess; close: () => Promise<void> } | undefined> {
  if (typeof google === 'object') return { access: google, close: async () => {} }
  if (google !== 'fake' && production) return undefined
  const { openStandIn } = await import('./stand-in.server.ts')
  const standIn = await openStandIn()
  return {
    access: { clientId: 'stand-in', clientSecret: 'stand-in', standIn: standIn.url },
    close: standIn.close,
  }
}
