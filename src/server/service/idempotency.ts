import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import type { Transaction } from '../database/open.ts'
import { idempotencyKeys } from '../database/schema.ts'
import { job } from '../jobs/jobs.ts'
import type { SignedInContext } from './context.ts'

const lifetimeHours = 24

/**
 * Creates once for each `Idempotency-Key`. Of two concurrent calls, the second waits for the first.
 * @param action for example `client.created`; a key belongs to one action.
 * @throws Failure `conflict` for a key that was used for something else.
 */
export async function withIdempotency(
  tx: Transaction,
  { user, requester }: Pick<SignedInContext, 'user' | 'requester'>,
  action: string,
  make: () => Promise<string>,
): Promise<{ id: string; isNew: boolean }> {
  const key = requester.idempotencyKey
  if (!key) return { id: await make(), isNew: true }
  const its = and(eq(idempotencyKeys.userId, user.id), eq(idempotencyKeys.key, key))
  const [first] = await tx
    .insert(idempotencyKeys)
    .values({ userId: user.id, key, action })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (first) {
    const id = await make()
    await tx.update(idempotencyKeys).set({ subjectId: id }).where(its)
    return { id, isNew: true }
  }
  const [earlier] = await tx.select().from(idempotencyKeys).where(its)
  if (earlier?.action !== action || !earlier.subjectId) {
    throw new Failure('conflict', 'This Idempotency-Key was used for something else.')
  }
  return { id: earlier.subjectId, isNew: false }
}

export const removeOldIdempotencyKeys = job({
  name: 'idempotency_keys.remove',
  payload: z.object({}),
  everySeconds: 3_600,
  async run({ db }) {
    await db.execute(
      sql`delete from ${idempotencyKeys} where created_at < now() - make_interval(hours => ${lifetimeHours})`,
    )
  },
})
