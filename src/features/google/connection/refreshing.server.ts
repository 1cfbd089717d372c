import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Dependencies } from '../../../server/context.ts'
import { googleGrants as table } from '../../../server/database/schema.ts'
import { accessOf, openClient } from './connection.server.ts'
import { type GrantRow, giveUpGrant, openToken, tokenColumn, usableGrant } from './grants.server.ts'
import { failureFor, GoogleProblem, problemOf, reconnectSentence } from './problems.server.ts'
import { clockOf, persist } from './retry-policy.server.ts'
import type { ScopeGroup } from './scopes.ts'

/** Milliseconds for all attempts of a refresh; must be shorter than its lease. */
const longestMs = 12_000

/** End of a refresh lease; an expired one belongs to a process that has died. */
const leaseEnd = sql`now() + interval '15 seconds'`

/** Milliseconds to wait for the refresh of another process, and between two checks. */
const patienceMs = 20_000
const lookEveryMs = 100

async function takeLease({ db }: Dependencies, id: string) {
  const [held] = await db
    .update(table)
    .set({ refreshingUntil: leaseEnd })
    .where(
      and(
        eq(table.id, id),
        or(isNull(table.refreshingUntil), lt(table.refreshingUntil, sql`now()`)),
      ),
    )
    .returning()
  return held
}

async function endLease({ db }: Dependencies, id: string): Promise<void> {
  await db.update(table).set({ refreshingUntil: null }).where(eq(table.id, id))
}

type Held = Pick<GrantRow, 'id' | 'refreshTokenSealed'>

/** Call with the lease and without an open transaction. */
async function askForToken(deps: Dependencies, held: Held): Promise<string> {
  const refreshToken = await openToken(deps, held, 'refresh')
  const patience = { circuit: 'token', repeatable: 'repeatable', longestMs } as const
  const { credentials } = await persist(accessOf(deps), patience, async () => {
    const client = await openClient(deps)
    client.setCredentials({ refresh_token: refreshToken })
    return await client.refreshAccessToken()
  })
  const { access_token: token, refresh_token: renewed, expiry_date: endsAt } = credentials
  if (!token) throw new GoogleProblem('unavailable', 'no token')
  // The library adds the lifetime to this machine's clock, which may be wrong.
  const seconds = Math.max(0, ((endsAt ?? 0) - Date.now()) / 1000)
  const { id, refreshTokenSealed } = held
  await deps.db
    .update(table)
    .set({
      accessTokenSealed: deps.encryption.encrypt(token, tokenColumn(id, 'access')),
      accessExpiresAt: sql`now() + make_interval(secs => ${seconds})`,
      checkedAt: sql`now()`,
      ...(renewed &&
        renewed !== refreshToken && {
          refreshTokenSealed: deps.encryption.encrypt(renewed, tokenColumn(id, 'refresh')),
        }),
    })
    // Must not overwrite the tokens of a reconnect in the meantime.
    .where(and(eq(table.id, id), eq(table.refreshTokenSealed, refreshTokenSealed ?? '')))
  return token
}

/**
 * Replaces an access token. Across all processes, one caller refreshes it and the others wait for
 * the result.
 *
 * @param old must not be used any more.
 * @throws Failure
 */
export async function tokenInstead(
  deps: Dependencies,
  group: ScopeGroup,
  old: string | undefined,
): Promise<string> {
  const clock = clockOf(accessOf(deps))
  const startedAt = clock.now()
  for (;;) {
    const grant = await usableGrant(deps, group)
    const kept = grant.accessTokenSealed && (await openToken(deps, grant, 'access'))
    if (kept && kept !== old) return kept
    const held = await takeLease(deps, grant.id)
    if (!held) {
      if (clock.now() - startedAt > patienceMs) {
        throw failureFor(new GoogleProblem('unavailable', 'refresh_busy'))
      }
      await clock.wait(lookEveryMs)
      continue
    }
    try {
      // Another refresh may have finished between the read and the lease.
      if (held.accessTokenSealed === grant.accessTokenSealed) return await askForToken(deps, held)
    } catch (error) {
      const problem = problemOf(error)
      if (!(problem instanceof GoogleProblem)) throw problem
      if (problem.kind !== 'revoked') throw failureFor(problem)
      // No effect if Google was reconnected in the meantime; the loop then reads the grant again.
      await giveUpGrant(deps.db, held, reconnectSentence)
    } finally {
      await endLease(deps, grant.id)
    }
  }
}

export async function accessToken(deps: Dependencies, group: ScopeGroup): Promise<string> {
  const grant = await usableGrant(deps, group)
  const kept = grant.accessTokenSealed ? await openToken(deps, grant, 'access') : undefined
  return kept && grant.isTokenFresh ? kept : await tokenInstead(deps, group, kept)
}

export async function proveGrant(deps: Dependencies, group: ScopeGroup): Promise<GrantRow> {
  const grant = await usableGrant(deps, group)
  const kept = grant.accessTokenSealed ? await openToken(deps, grant, 'access') : undefined
  await tokenInstead(deps, group, kept)
  return grant
}
