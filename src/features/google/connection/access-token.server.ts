import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import { isFree, leaseFor } from '#server/database/lease.ts'
import { googleGrants as table } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import type { Dependencies } from '#server/service/context.ts'
import { accessOf, openClient } from './connection.server.ts'
import { type GrantRow, readToken, revokeGrant, tokenColumn, usableGrant } from './grants.server.ts'
import { failureFor, GoogleProblem, problemOf, reconnectSentence } from './problems.server.ts'
import { clockOf, withRetries } from './retry-policy.server.ts'
import type { ScopeGroup } from './scopes.ts'

/** Milliseconds for all attempts of a refresh. It must be shorter than the lease. */
const timeoutMs = 12_000

const leaseSeconds = 15

/** Maximum wait for a refresh by another process. */
const maxWaitMs = 20_000
const checkEveryMs = 100

async function takeLease({ db }: Dependencies, id: string) {
  const [held] = await db
    .update(table)
    .set({ refreshingUntil: leaseFor(leaseSeconds) })
    .where(and(eq(table.id, id), isFree(table.refreshingUntil)))
    .returning()
  return held
}

/** Call this with the lease and without an open transaction. */
async function refresh(deps: Dependencies, held: typeof table.$inferSelect): Promise<string> {
  const refreshToken = await readToken(deps, held, 'refresh')
  if (!refreshToken) throw new GoogleProblem('revoked', 'no token')
  const client = await openClient(deps)
  client.setCredentials({ refresh_token: refreshToken })
  const policy = { circuit: 'token', timeoutMs } as const
  const { credentials } = await withRetries(accessOf(deps), policy, () =>
    client.refreshAccessToken(),
  )
  const { access_token: token, refresh_token: renewed, expiry_date: endsAt } = credentials
  if (!token) throw new GoogleProblem('unavailable', 'no token')
  // The library adds the lifetime to this machine's clock, which may be wrong.
  const seconds = Math.max(0, ((endsAt ?? 0) - Date.now()) / 1000)
  const { id, refreshTokenEncrypted } = held
  await deps.db
    .update(table)
    .set({
      accessTokenEncrypted: deps.encryption.encrypt(token, tokenColumn(id, 'access')),
      accessExpiresAt: sql`now() + make_interval(secs => ${seconds})`,
      checkedAt: sql`now()`,
      ...(renewed &&
        renewed !== refreshToken && {
          refreshTokenEncrypted: deps.encryption.encrypt(renewed, tokenColumn(id, 'refresh')),
        }),
    })
    // The condition avoids overwriting the tokens of a reconnect in the meantime.
    .where(and(eq(table.id, id), eq(table.refreshTokenEncrypted, refreshTokenEncrypted ?? '')))
  return token
}

/** Replaces the token `old`. Only one process refreshes it, while the others wait. */
export async function replaceToken(
  deps: Dependencies,
  group: ScopeGroup,
  old: string | undefined,
): Promise<string> {
  const clock = clockOf(accessOf(deps))
  const startedAt = clock.now()
  for (;;) {
    const grant = await usableGrant(deps, group)
    const stored = await readToken(deps, grant, 'access')
    if (stored && stored !== old) return stored
    const held = await takeLease(deps, grant.id)
    if (!held) {
      if (clock.now() - startedAt > maxWaitMs) {
        throw failureFor(new GoogleProblem('unavailable', 'refresh_busy'))
      }
      await clock.wait(checkEveryMs)
      continue
    }
    try {
      // Another refresh may have finished between the read and the lease.
      if (held.accessTokenEncrypted === grant.accessTokenEncrypted) return await refresh(deps, held)
    } catch (error) {
      const problem = problemOf(error)
      if (!(problem instanceof GoogleProblem)) throw problem
      if (problem.kind !== 'revoked') throw failureFor(problem)
      // This has no effect if Google was reconnected in the meantime; the loop then reads the grant
      // again.
      await revokeGrant(deps.db, held, reconnectSentence)
    } finally {
      await deps.db.update(table).set({ refreshingUntil: null }).where(eq(table.id, grant.id))
    }
  }
}

export async function accessToken(deps: Dependencies, group: ScopeGroup): Promise<string> {
  const grant = await usableGrant(deps, group)
  const stored = await readToken(deps, grant, 'access')
  return stored && grant.isTokenFresh ? stored : await replaceToken(deps, group, stored)
}

/** Refreshes the access token, which fails if the grant is no longer valid. */
export async function checkGrant(deps: Dependencies, group: ScopeGroup): Promise<GrantRow> {
  const grant = await usableGrant(deps, group)
  await replaceToken(deps, group, await readToken(deps, grant, 'access'))
  return grant
}

/** Runs daily, so that an invalid grant is noticed before it is needed. */
export const checkGrants = job({
  name: 'google.checkGrants',
  payload: z.object({}),
  everySeconds: 24 * 60 * 60,
  async run(deps) {
    if (!deps.google) return
    const grants = await deps.db.select({ group: table.scopeGroup }).from(table)
    for (const { group } of grants) {
      try {
        await checkGrant(deps, group)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        deps.log.warn({ event: 'google_grant', group, outcome: error.code })
      }
    }
  },
})
