import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import type { Tools } from '../../server/context.ts'
import type { Database } from '../../server/db/open.ts'
import { googleAccounts, googleGrants as table } from '../../server/db/schema.ts'
import { job } from '../../server/jobs.ts'
import { SealBroken } from '../../server/seal.ts'
import { accessOf, openClient } from './connection.server.ts'
import { failureFor, GoogleProblem, problemOf, reconnectSentence } from './problems.server.ts'
import { groupNames, missingScopes, type ScopeGroup } from './scopes.ts'

/** Where a grant's tokens are kept: sealed for this row and this column alone. */
export const tokenPlace = (grantId: string, column: 'refresh' | 'access') =>
  `google_grants|${grantId}|${column}`

export async function grantOf(db: Database, group: ScopeGroup) {
  const [found] = await db
    .select({ grant: table, email: googleAccounts.email })
    .from(table)
    .innerJoin(googleAccounts, eq(googleAccounts.id, table.accountId))
    .where(eq(table.scopeGroup, group))
  return found && { ...found.grant, email: found.email }
}

export type GrantRow = NonNullable<Awaited<ReturnType<typeof grantOf>>>

/** Marks a grant as dead, so that nothing asks Google with it again. */
export async function giveUpGrant(db: Database, grantId: string, reason: string): Promise<never> {
  await db
    .update(table)
    .set({ state: 'needs_reconnect', reason, accessTokenSealed: null, checkedAt: sql`now()` })
    .where(eq(table.id, grantId))
  throw new Failure('google_reconnect', reason)
}

/** @throws Failure `google_reconnect` when the group is not connected, or no longer. */
export async function usableGrant(tools: Tools, group: ScopeGroup): Promise<GrantRow> {
  accessOf(tools)
  const grant = await grantOf(tools.db, group)
  if (!grant?.refreshTokenSealed) {
    throw new Failure('google_reconnect', `Please connect ${groupNames[group]} to Google first.`)
  }
  if (grant.state !== 'ok') throw new Failure('google_reconnect', grant.reason ?? reconnectSentence)
  if (missingScopes(group, grant.scopes).length > 0) {
    throw failureFor(new GoogleProblem('scope_missing', 'unticked'))
  }
  return grant
}

async function opened(
  tools: Tools,
  grantId: string,
  column: 'refresh' | 'access',
  sealed: string,
): Promise<string> {
  try {
    return tools.seal.open(sealed, tokenPlace(grantId, column))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return await giveUpGrant(
      tools.db,
      grantId,
      'The stored Google access cannot be read with the key of this installation. Please connect Google again.',
    )
  }
}

async function refresh(tools: Tools, group: ScopeGroup, isSecondTry = false): Promise<string> {
  const { id, refreshTokenSealed } = await usableGrant(tools, group)
  const sealed = refreshTokenSealed ?? ''
  const client = openClient(tools)
  client.setCredentials({ refresh_token: await opened(tools, id, 'refresh', sealed) })
  try {
    const { credentials } = await client.refreshAccessToken()
    const { access_token: token, refresh_token: renewed, expiry_date: expiresAt } = credentials
    if (!token) throw new GoogleProblem('unavailable', 'no token')
    await tools.db
      .update(table)
      .set({
        accessTokenSealed: tools.seal.seal(token, tokenPlace(id, 'access')),
        accessExpiresAt: new Date(expiresAt ?? 0),
        checkedAt: sql`now()`,
        ...(renewed && {
          refreshTokenSealed: tools.seal.seal(renewed, tokenPlace(id, 'refresh')),
        }),
      })
      .where(eq(table.id, id))
    return token
  } catch (error) {
    const problem = problemOf(error)
    if (!(problem instanceof GoogleProblem)) throw problem
    if (problem.kind !== 'revoked') throw failureFor(problem)
    // Somebody may have connected again while Google was asked.
    const now = await grantOf(tools.db, group)
    if (!isSecondTry && now?.refreshTokenSealed && now.refreshTokenSealed !== sealed) {
      return await refresh(tools, group, true)
    }
    return await giveUpGrant(tools.db, id, reconnectSentence)
  }
}

/** Refreshes under way: whoever needs the same token meanwhile waits for the same answer. */
const underWay = new Map<string, Promise<string>>()

/** A new access token of a grant. */
function refreshOnce(tools: Tools, group: ScopeGroup, grantId: string): Promise<string> {
  const running = underWay.get(grantId)
  if (running) return running
  const started = refresh(tools, group).finally(() => underWay.delete(grantId))
  underWay.set(grantId, started)
  return started
}

/** An access token that ends sooner is not used any more. */
const shortestMs = 60_000

/** The access token that is kept, else a new one. */
export async function accessToken(tools: Tools, group: ScopeGroup): Promise<string> {
  const grant = await usableGrant(tools, group)
  const { id, accessTokenSealed: sealed, accessExpiresAt: endsAt } = grant
  if (sealed && endsAt && endsAt.getTime() - Date.now() > shortestMs) {
    return await opened(tools, id, 'access', sealed)
  }
  return await refreshOnce(tools, group, id)
}

/** A token in place of one that Google refused; another call may have brought it meanwhile. */
export async function tokenInstead(
  tools: Tools,
  group: ScopeGroup,
  refused: string,
): Promise<string> {
  const grant = await usableGrant(tools, group)
  const { id, accessTokenSealed: sealed } = grant
  const kept = sealed && (await opened(tools, id, 'access', sealed))
  return kept && kept !== refused ? kept : await refreshOnce(tools, group, id)
}

/** Asks Google for a new access token: proof that the grant lives. */
export async function proveGrant(tools: Tools, group: ScopeGroup): Promise<GrantRow> {
  const grant = await usableGrant(tools, group)
  await refreshOnce(tools, group, grant.id)
  return grant
}

/** Looks once a day whether the grants still live, so that a dead one shows before it is needed. */
export const checkGrants = job({
  name: 'google.checkGrants',
  payload: z.object({}),
  everySeconds: 24 * 60 * 60,
  async run(tools) {
    if (!tools.google) return
    for (const { group } of await tools.db.select({ group: table.scopeGroup }).from(table)) {
      try {
        await proveGrant(tools, group)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        tools.log.warn({ event: 'google_grant', group, outcome: error.code })
      }
    }
  },
})
