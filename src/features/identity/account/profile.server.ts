import { and, eq } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { raiseContentVersion } from '#server/content/content-version.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { portraitUrl } from '#server/database/public-profile.ts'
import { media, users } from '#server/database/schema.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { recordUser } from '../record-user.server.ts'
import type { account } from './contract.ts'

/** @throws Failure `not_found` */
export async function readProfile(db: Database | Transaction, id: string) {
  const [found] = await db
    .select({
      revision: users.profileRevision,
      displayName: users.displayName,
      title: users.title,
      signature: users.signature,
      portraitId: users.portraitId,
      portraitUrl: portraitUrl(users.portraitId),
    })
    .from(users)
    .where(eq(users.id, id))
  if (!found) throw new Failure('not_found', 'There’s no such user.')
  return found
}

/** @throws Failure `invalid_input` */
async function checkPortrait(tx: Transaction, id: string | null | undefined): Promise<void> {
  if (!id) return
  const isPortrait = and(eq(media.id, id), eq(media.purpose, 'portrait'), eq(media.variant, ''))
  if ((await tx.$count(media, isPortrait)) > 0) return
  const message = 'This picture doesn’t exist anymore'
  throw fieldFailure('portraitId', message)
}

/** Changes the requester's profile or, for an owner, somebody else's. @throws Failure `conflict` */
export async function changeProfile(
  { db, pubSub, user, contentChanged }: SignedInContext,
  id: string,
  { revision, ...change }: ParsedInput<typeof account.saveProfile>,
) {
  const saved = await db.transaction(async (tx) => {
    const isUser = eq(users.id, id)
    await tx.select({ id: users.id }).from(users).where(isUser).for('no key update')
    const before = await readProfile(tx, id)
    if (before.revision !== revision) {
      const whose = id === user.id ? 'Your' : 'This'
      const message = `${whose} profile was changed meanwhile. Nothing is saved yet.`
      throw new Failure('conflict', message, { current: before })
    }
    await checkPortrait(tx, change.portraitId)
    await tx
      .update(users)
      .set({ ...change, profileRevision: revision + 1 })
      .where(isUser)
    await recordUser(tx, user, 'user.profile_changed', id)
    await raiseContentVersion(tx)
    return readProfile(tx, id)
  })
  contentChanged()
  // Open sockets update the name.
  pubSub.publish({ kind: 'revoke' })
  return saved
}
