import { createHash, randomBytes } from 'node:crypto'
import { type Answer, refusal } from './answers.server.ts'

const fakeEmail = 'workspace@counterfoil.example'

type Code = {
  clientId: string
  redirectUri: string
  scopes: string[]
  challenge: string
  withRefreshToken: boolean
}

export type Consents = {
  codes: Map<string, Code>
  refreshTokens: Map<string, string[]>
  accessTokens: Map<string, { scopes: string[]; refreshToken: string }>
  /** Every code, token, state and verifier so far. None of them may leak. */
  secrets: Set<string>
}

export const noConsents = (): Consents => ({
  codes: new Map(),
  refreshTokens: new Map(),
  accessTokens: new Map(),
  secrets: new Set(),
})

const secret = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const isIdentity = (scope: string) => scope === 'openid' || scope.endsWith('userinfo.email')

export function wrongWith(query: URLSearchParams): string[] {
  const must: [string, (value: string) => boolean][] = [
    ['response_type', (value) => value === 'code'],
    ['access_type', (value) => value === 'offline'],
    ['code_challenge_method', (value) => value === 'S256'],
    ['code_challenge', (value) => /^[\w-]{43}$/.test(value)],
    ['state', (value) => value.length >= 43],
    ['client_id', (value) => value !== ''],
    ['redirect_uri', (value) => URL.canParse(value)],
    ['scope', (value) => value.split(' ').includes('openid')],
  ]
  return must
    .filter(([name, fits]) => !fits(query.get(name) ?? ''))
    .map(([name]) => `consent: ${name} is wrong`)
}

export function consentPage(query: URLSearchParams): string {
  const asked = (query.get('scope') ?? '').split(' ')
  const boxes = asked
    .filter((scope) => !isIdentity(scope))
    .map(
      (scope) =>
        `<label><input type="checkbox" name="grant" value="${escaped(scope)}" checked> ${escaped(scope.split('/auth/')[1] ?? scope)}</label>`,
    )
  const hiddenFields = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stand-in for Google</title>
<style>body{font:16px/1.5 system-ui,sans-serif;background:#f3f5f4;color:#1c2521;display:grid;place-items:center;min-height:100vh;margin:0}main{background:#fff;border:1px solid #cdd5d1;border-radius:8px;padding:32px;width:min(26rem,calc(100vw - 80px))}h1{font-size:1.25rem;margin:0 0 8px}label{display:block;padding:6px 0}p{margin:0 0 12px}fieldset{border:0;padding:0;margin:0 0 20px}legend{font-weight:600;padding:0}button{font:inherit;font-weight:600;padding:8px 20px;border-radius:4px;border:1px solid #66736d;background:#fff}button[value=allow]{background:#175c40;border-color:#175c40;color:#fff}</style>
<main><h1>Stand-in for Google</h1><p>This is a local page for trying things out. Nothing here reaches Google.</p><p>Signed in as <strong>${fakeEmail}</strong></p>
<form method="post" action="/consent">${hiddenFields.join('')}<fieldset><legend>May use</legend>${boxes.join('')}</fieldset><button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></form></main></html>`
}

function backTo(query: URLSearchParams, answer: Record<string, string>): string {
  const target = new URL(query.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  target.searchParams.set('state', query.get('state') ?? '')
  return target.href
}

export function answerConsent(consents: Consents, form: URLSearchParams): string {
  if (form.get('answer') !== 'allow') return backTo(form, { error: 'access_denied' })
  const asked = (form.get('scope') ?? '').split(' ')
  const scopes = asked.filter((scope) => isIdentity(scope) || form.getAll('grant').includes(scope))
  const isFirst = consents.refreshTokens.size === 0
  const code = newCode(consents, form, scopes, isFirst || form.get('prompt') === 'consent')
  return backTo(form, { code, scope: scopes.join(' ') })
}

function newCode(consents: Consents, query: URLSearchParams, scopes: string[], fresh: boolean) {
  const code = secret('4/')
  consents.secrets.add(code).add(query.get('state') ?? '')
  consents.codes.set(code, {
    clientId: query.get('client_id') ?? '',
    redirectUri: query.get('redirect_uri') ?? '',
    challenge: query.get('code_challenge') ?? '',
    scopes,
    withRefreshToken: fresh,
  })
  return code
}

export function silently(consents: Consents, query: URLSearchParams): string | undefined {
  if (query.get('prompt') === 'consent') return undefined
  const asked = (query.get('scope') ?? '').split(' ')
  const isGranted = [...consents.refreshTokens.values()].some((scopes) =>
    asked.every((scope) => scopes.includes(scope)),
  )
  if (!isGranted) return undefined
  return backTo(query, { code: newCode(consents, query, asked, false), scope: asked.join(' ') })
}

function idToken(clientId: string): string {
  const claims = {
    iss: 'https://accounts.google.com',
    aud: clientId,
    sub: '109876543210987654321',
    email: fakeEmail,
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.`
}

function newAccess(consents: Consents, scopes: string[], refreshToken: string) {
  const access_token = secret('ya29.')
  consents.secrets.add(access_token).add(refreshToken)
  consents.accessTokens.set(access_token, { scopes, refreshToken })
  return { access_token, expires_in: 3599, scope: scopes.join(' '), token_type: 'Bearer' }
}

const oauthError = (error: string): Answer => ({ status: 400, body: { error } })

export function answerToken(consents: Consents, form: URLSearchParams): Answer {
  if (form.get('grant_type') === 'refresh_token') {
    const refreshToken = form.get('refresh_token') ?? ''
    const scopes = consents.refreshTokens.get(refreshToken)
    if (!scopes) return oauthError('invalid_grant')
    return { status: 200, body: newAccess(consents, scopes, refreshToken) }
  }
  consents.secrets.add(form.get('code_verifier') ?? '')
  const code = consents.codes.get(form.get('code') ?? '')
  consents.codes.delete(form.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const fits = code?.challenge === challenge && code.redirectUri === form.get('redirect_uri')
  if (!code || !fits) return oauthError('invalid_grant')
  const { scopes, clientId, withRefreshToken } = code
  const refreshToken = secret('1//')
  if (withRefreshToken) consents.refreshTokens.set(refreshToken, scopes)
  return {
    status: 200,
    body: {
      ...newAccess(consents, scopes, refreshToken),
      id_token: idToken(clientId),
      ...(withRefreshToken && { refresh_token: refreshToken }),
    },
  }
}

export function revoke(consents: Consents, token: string): Answer {
  const wasIssued = consents.refreshTokens.delete(token)
  for (const [access, { refreshToken }] of consents.accessTokens) {
    if (refreshToken === token) consents.accessTokens.delete(access)
  }
  return wasIssued ? { status: 200, body: {} } : oauthError('invalid_token')
}

/** Returns undefined if the token suffices for a method with these scopes. */
export function refuseBearer(
  consents: Consents,
  authorization: string | undefined,
  allowed: readonly string[],
): Answer | undefined {
  const token = consents.accessTokens.get((authorization ?? '').replace(/^Bearer /, ''))
  if (!token) return refusal(401, 'authError', 'Invalid Credentials')
  if (token.scopes.some((scope) => allowed.includes(scope))) return undefined
  return refusal(403, 'insufficientPermissions')
}
