import type { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { Failure } from '../../../contract/failure.ts'
import type { Dependencies } from '../../../server/context.ts'
import type { GoogleAccess } from '../../../server/security/google-access.ts'
import { paceOf } from './retry-policy.server.ts'
import { type ScopeGroup, scopesToAsk } from './scopes.ts'

export const notConfigured =
  'Google Workspace is not set up here. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or GOOGLE=fake to try it with a stand-in.'

/** @throws Failure `google_not_configured` */
export function accessOf({ google }: Pick<Dependencies, 'google'>): GoogleAccess {
  if (!google) throw new Failure('google_not_configured', notConfigured)
  return google
}

export const callbackPath = '/api/google/auth/callback'

/** A client of Google's authorisation server; it holds no tokens yet. */
export async function openClient(deps: Dependencies): Promise<OAuth2Client> {
  const access = accessOf(deps)
  const { clientId, clientSecret, standIn } = access
  // Google's libraries take 0.1 to 0.3 s to load, which no start should wait for.
  const { OAuth2Client } = await import('google-auth-library')
  const client = new OAuth2Client({
    clientId,
    clientSecret,
    redirectUri: `${deps.config.publicUrl}${callbackPath}`,
    // Google's addresses are known: whoever sends us elsewhere is not followed with a token.
    transporterOptions: { timeout: paceOf(access).callMs, redirect: 'error' },
    ...(standIn && {
      endpoints: {
        oauth2AuthBaseUrl: `${standIn}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${standIn}/token`,
        oauth2RevokeUrl: `${standIn}/revoke`,
      },
    }),
  })
  // Repeats by itself, with another patience than ours.
  client.transporter.interceptors.request.add({
    resolved: async ({ retry, retryConfig, ...config }) => config,
  })
  return client
}

/**
 * The address of the consent page.
 *
 * @param known the connected account. When it granted everything before, Google asks nothing;
 * otherwise consent is demanded, because only that brings a refresh token for what is new.
 */
export function consentUrl(
  client: OAuth2Client,
  group: ScopeGroup,
  secrets: { state: string; codeChallenge: string },
  known?: { email: string; scopes: readonly string[] },
): string {
  const scope = scopesToAsk(group)
  const isWhole = known && scope.every((one) => known.scopes.includes(one))
  return client.generateAuthUrl({
    access_type: 'offline',
    scope,
    state: secrets.state,
    code_challenge: secrets.codeChallenge,
    code_challenge_method: 'S256' as CodeChallengeMethod.S256,
    ...(known && { login_hint: known.email }),
    ...(!isWhole && { prompt: 'consent' }),
  })
}

/** Clocks of two machines may differ by this much. */
const clockSkewMs = 5 * 60_000

/**
 * Who an id token tells of. It came from the token endpoint itself, so its signature need not be
 * checked (OpenID Connect Core 1.0, 3.1.3.7), but what it says must fit.
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
