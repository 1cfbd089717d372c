import type { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { Failure } from '#contract/failure.ts'
import type { Config } from '#server/config.ts'
import type { GoogleAccess } from '#server/security/google-access.ts'
import type { Dependencies } from '#server/service/context.ts'
import { paceOf } from './retry-policy.server.ts'
import { type ScopeGroup, scopesToAsk } from './scopes.ts'

export const notConfigured =
  'Google Workspace isn’t set up here. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or GOOGLE=fake to try it with a stand-in.'

/** The message for users who cannot change the settings. */
export const notConfiguredYet = 'Google Workspace isn’t set up here yet. An owner can set it up.'

export async function openGoogle({
  google,
  production,
}: Config): Promise<{ access: GoogleAccess; close: () => Promise<void> } | undefined> {
  const invented = { clientId: 'stand-in', clientSecret: 'stand-in' }
  if (typeof google === 'object') {
    return { access: { ...invented, ...google }, close: async () => {} }
  }
  if (google !== 'fake' && production) return undefined
  const { openStandIn } = await import('../stand-in/stand-in.server.ts')
  const { url, close } = await openStandIn()
  return { access: { ...invented, standIn: url }, close }
}

/** @throws Failure `google_not_configured` */
export function accessOf({ google }: Pick<Dependencies, 'google'>): GoogleAccess {
  if (!google) throw new Failure('google_not_configured', notConfiguredYet)
  return google
}

export const callbackPath = '/api/google/auth/callback'

export async function openClient(deps: Dependencies): Promise<OAuth2Client> {
  const access = accessOf(deps)
  const { clientId, clientSecret, standIn } = access
  // The library is loaded on demand, because that takes 0.1 to 0.3 s.
  const { OAuth2Client } = await import('google-auth-library')
  const client = new OAuth2Client({
    clientId,
    clientSecret,
    redirectUri: `${deps.config.publicUrl}${callbackPath}`,
    // Redirects are refused, so that no token is sent to another host.
    transporterOptions: { timeout: paceOf(access).callMs, redirect: 'error' },
    ...(standIn && {
      endpoints: {
        oauth2AuthBaseUrl: `${standIn}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${standIn}/token`,
        oauth2RevokeUrl: `${standIn}/revoke`,
      },
    }),
  })
  // This turns off the library's own retries, because `withRetries` retries instead.
  client.transporter.interceptors.request.add({
    resolved: async ({ retry, retryConfig, ...config }) => config,
  })
  return client
}

/**
 * @param connected the connected account. Unless it already granted every scope, consent is forced,
 * because Google sends a refresh token for new scopes only after consent.
 */
export function consentUrl(
  client: OAuth2Client,
  group: ScopeGroup,
  secrets: { state: string; codeChallenge: string },
  connected?: { email: string; scopes: readonly string[] },
): string {
  const scope = scopesToAsk(group)
  const isWhole = connected && scope.every((one) => connected.scopes.includes(one))
  return client.generateAuthUrl({
    access_type: 'offline',
    scope,
    state: secrets.state,
    code_challenge: secrets.codeChallenge,
    code_challenge_method: 'S256' as CodeChallengeMethod.S256,
    ...(connected && { login_hint: connected.email }),
    ...(!isWhole && { prompt: 'consent' }),
  })
}

const clockSkewMs = 5 * 60_000

/**
 * Reads an id token. It comes straight from the token endpoint, so its signature need not be
 * checked (OpenID Connect Core 1.0, 3.1.3.7), but its claims must.
 */
export function claimsOf(
  idToken: string | null | undefined,
  clientId: string,
): { sub: string; email: string } | undefined {
  const [, body = ''] = (idToken ?? '').split('.')
  try {
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const { sub, email, aud, iss, exp } = claims
    const issuers = ['https://accounts.google.com', 'accounts.google.com']
    const isOver = typeof exp === 'number' && exp * 1000 < Date.now() - clockSkewMs
    const fits = aud === clientId && issuers.includes(String(iss)) && !isOver
    return fits && typeof sub === 'string' && typeof email === 'string' ? { sub, email } : undefined
  } catch {
    return undefined
  }
}
