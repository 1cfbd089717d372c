import { and, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Database } from '#server/database/open.ts'
import { googleAccounts, googleGrants as table } from '#server/database/schema.ts'
import { DecryptionError } from '#server/security/encryption.ts'
import type { Dependencies } from '#server/service/context.ts'
import { accessOf } from './connection.server.ts'
import { failureFor, GoogleProblem, reconnectSentence } from './problems.server.ts'
import { groupNames, missingScopes, type ScopeGroup } from './scopes.ts'

/** The encryption context: a token can be decrypted for this row and column only. */
export const tokenColumn = (grantId: string, column: 'refresh' | 'access') =>
  `google_grants|${grantId}|${column}`

const isTokenFresh = sql<boolean>`coalesce(${table.accessExpiresAt} > now() + interval '60 seconds', false)`

export async function grantOf(db: Database, group: ScopeGroup) {
  const [found] = await db
    .select({ grant: table, email: googleAccounts.email, isTokenFresh })
    .from(table)
    .innerJoin(googleAccounts, eq(googleAccounts.id, table.accountId))
    .where(eq(table.scopeGroup, group))
  return found && { ...found.grant, email: found.email, isTokenFresh: found.isTokenFresh }
}

export const unreadable =
  'The stored Google access can’t be read with the key of this installation. Please connect Google again.'

export type GrantRow = NonNullable<Awaited<ReturnType<typeof grantOf>>>

/** @throws Failure `google_reconnect`, unless the grant was reconnected since it was read. */
export async function revokeGrant(
  db: Database,
  { id, refreshTokenEncrypted }: Pick<GrantRow, 'id' | 'refreshTokenEncrypted'>,
  reason: string,
): Promise<void> {
  const stopped = await db
    .update(table)
    .set({ state: 'needs_reconnect', reason, accessTokenEncrypted: null, checkedAt: sql`now()` })
    .where(and(eq(table.id, id), eq(table.refreshTokenEncrypted, refreshTokenEncrypted ?? '')))
    .returning({ id: table.id })
  if (stopped.length > 0) throw new Failure('google_reconnect', reason)
}

/** @throws Failure `google_reconnect` if the group is not, or no longer, connected. */
export async function usableGrant(deps: Dependencies, group: ScopeGroup): Promise<GrantRow> {
  accessOf(deps)
  const grant = await grantOf(deps.db, group)
  if (!grant?.refreshTokenEncrypted) {
    throw new Failure('google_reconnect', `Please connect ${groupNames[group]} to Google first.`)
  }
  if (grant.state !== 'ok') throw new Failure('google_reconnect', grant.reason ?? reconnectSentence)
  if (missingScopes(group, grant.scopes).length > 0) {
    throw failureFor(new GoogleProblem('scope_missing', 'unticked'))
  }
  return grant
}

type Tokens = Pick<GrantRow, 'id' | 'refreshTokenEncrypted' | 'accessTokenEncrypted'>

/** @throws Failure `google_reconnect` if it was encrypted for another row or with a lost key. */
export async function readToken(
  deps: Dependencies,
  grant: Tokens,
  column: 'refresh' | 'access',
): Promise<string | undefined> {
  const encrypted = column === 'refresh' ? grant.refreshTokenEncrypted : grant.accessTokenEncrypted
  if (!encrypted) return undefined
  try {
    return deps.encryption.decrypt(encrypted, tokenColumn(grant.id, column))
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    await revokeGrant(deps.db, grant, unreadable)
    throw new Failure('google_reconnect', unreadable)
  }
}
