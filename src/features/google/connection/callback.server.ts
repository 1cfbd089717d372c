import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { googleAccounts, googleGrants } from '#server/database/schema.ts'
import { mayAct } from '#server/http/dispatch.ts'
import { contextOf } from '#server/http/serve.ts'
import { record } from '#server/service/audit.ts'
import type { Context, Dependencies, SignedIn } from '#server/service/context.ts'
import { accessOf, callbackPath, claimsOf, openClient } from './connection.server.ts'
import { type Consent, takeConsent, verifierColumn } from './consents.server.ts'
import { tokenColumn } from './grants.server.ts'
import { GoogleProblem, problemOf } from './problems.server.ts'
import { withRetries } from './retry-policy.server.ts'
import { groupOf, missingScopes, type ScopeGroup } from './scopes.ts'

type Granted = {
  group: ScopeGroup
  sub: string
  email: string
  scopes: string[]
  refreshToken: string | undefined
}

async function exchange(
  deps: Dependencies,
  consent: Consent,
  code: string,
): Promise<Granted | undefined> {
  const group = groupOf[consent.service]
  const { codeVerifierEncrypted, stateHash } = consent
  const codeVerifier = deps.encryption.decrypt(codeVerifierEncrypted, verifierColumn(stateHash))
  const access = accessOf(deps)
  const client = await openClient(deps)
  const { tokens } = await withRetries(access, { circuit: 'token' }, () =>
    client.getToken({ code, codeVerifier }),
  )
  const claims = claimsOf(tokens.id_token, access.clientId)
  const scopes = (tokens.scope ?? '').split(' ').filter(Boolean)
  if (!claims || missingScopes(group, scopes).length > 0) return undefined
  return { group, ...claims, scopes, refreshToken: tokens.refresh_token ?? undefined }
}

function saveGrant(
  { db, encryption }: Dependencies,
  user: SignedIn,
  granted: Granted,
): Promise<boolean> {
  const { group, sub, email, scopes, refreshToken } = granted
  return db.transaction(async (tx) => {
    const account = { email, connectedBy: user.id }
    const [connected] = await tx
      .insert(googleAccounts)
      .values({ subject: sub, ...account })
      .onConflictDoUpdate({ target: googleAccounts.subject, set: account })
      .returning({ id: googleAccounts.id })
    if (!connected) throw new Error('insert returned no row')
    const [before] = await tx
      .select()
      .from(googleGrants)
      .where(eq(googleGrants.scopeGroup, group))
      .for('update')
    // Google sends a refresh token only after consent; otherwise the stored one stays in use.
    const staysInUse = before?.accountId === connected.id && before.state === 'ok'
    if (!refreshToken && !staysInUse) return false
    const values = {
      accountId: connected.id,
      scopeGroup: group,
      scopes: refreshToken || !before ? scopes : before.scopes,
      state: 'ok' as const,
      reason: null,
      accessTokenEncrypted: null,
      accessExpiresAt: null,
      refreshingUntil: null,
      checkedAt: sql`now()`,
      createdAt: sql`now()`,
    }
    const [grant] = await tx
      .insert(googleGrants)
      .values(values)
      .onConflictDoUpdate({ target: googleGrants.scopeGroup, set: values })
      .returning({ id: googleGrants.id })
    if (!grant) throw new Error('insert returned no row')
    if (refreshToken) {
      const refreshTokenEncrypted = encryption.encrypt(
        refreshToken,
        tokenColumn(grant.id, 'refresh'),
      )
      await tx
        .update(googleGrants)
        .set({ refreshTokenEncrypted })
        .where(eq(googleGrants.id, grant.id))
    }
    await record(tx, user, {
      action: 'google.connected',
      subject: 'google',
      subjectId: grant.id,
      details: { group },
    })
    return true
  })
}

async function connect(context: Context, request: FastifyRequest): Promise<string> {
  const { code, state } = request.query as Record<string, unknown>
  const { user } = context
  const consent = await takeConsent(context, state)
  const screen = consent?.clientId ? `/admin/clients/${consent.clientId}` : '/admin/clients'
  const failed = `${screen}?error=google_auth_failed`
  if (!consent || !user || !mayAct(user.role, 'admin') || typeof code !== 'string') return failed
  try {
    const granted = await exchange(context, consent, code)
    const saved = granted && (await saveGrant(context, user, granted))
    return saved ? `${screen}?google_auth=success` : failed
  } catch (error) {
    const problem = problemOf(error)
    const outcome = problem instanceof GoogleProblem ? problem.kind : 'unexpected'
    context.log.warn({ event: 'google_connect', outcome })
    return failed
  }
}

/**
 * Handles Google's redirect. The next address comes from the database, to prevent open redirects.
 */
export function googleCallback(app: FastifyInstance, deps: Dependencies): void {
  app.get(callbackPath, { config: { access: 'public' } }, async (request, reply) => {
    const context = await contextOf(deps, request, reply)
    const target = deps.google
      ? await connect(context, request)
      : '/admin/clients?error=google_auth_failed'
    return reply.header('referrer-policy', 'no-referrer').redirect(target, 302)
  })
}
