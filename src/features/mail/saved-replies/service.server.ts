import { eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { byName } from '#server/database/by-name.ts'
import { isUniqueViolation } from '#server/database/failures.ts'
import { insertRow } from '#server/database/insert.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { savedReplies as table, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { record } from '#server/service/audit.ts'
import { changeRow } from '#server/service/concurrent-changes.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import type { savedReplies } from './contract.ts'

const max = 500

const unknown = () => new Failure('not_found', 'Saved reply not found')

async function read(db: Database | Transaction, id?: string) {
  const { shortcut, text, authorId, updatedAt } = table
  const found = await db
    .select({ id: table.id, shortcut, text, updatedAt, authorId, authorName: staffName(users) })
    .from(table)
    .leftJoin(users, eq(users.id, authorId))
    .where(id ? eq(table.id, id) : undefined)
    .orderBy(byName(shortcut))
  return found.map(({ authorId: author, authorName, ...reply }) => ({
    ...reply,
    author: author ? { id: author, name: authorName } : null,
  }))
}

/** @throws Failure `conflict` if the shortcut is taken. */
async function write<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_replies_shortcut_unique')) throw error
    const message = 'This shortcut is taken'
    throw new Failure('conflict', message, { fields: { shortcut: message } })
  }
}

const act = (name: 'created' | 'updated' | 'deleted', subjectId: string) => ({
  action: `saved_reply.${name}` as const,
  subject: 'saved_reply' as const,
  subjectId,
})

async function find({ db }: SignedInContext, id: string) {
  const [reply] = await read(db, id)
  if (!reply) throw unknown()
  return reply
}

export const savedRepliesService: Service<typeof savedReplies> = {
  list: ({ db }) => read(db),

  async create(context, values) {
    const { db, user } = context
    const { id } = await write(() =>
      db.transaction((tx) =>
        withIdempotency(tx, context, 'saved_reply.created', async () => {
          await tx.execute(lockNamed('saved replies'))
          if ((await tx.$count(table)) >= max) {
            throw new Failure('conflict', `There are ${max} saved replies. Please delete some.`)
          }
          const made = await insertRow(tx, table, { ...values, authorId: user.id })
          await record(tx, user, act('created', made))
          return made
        }),
      ),
    )
    return find(context, id)
  },

  async update(context, { id, ...values }) {
    const { db, user } = context
    await write(() =>
      db.transaction(async (tx) => {
        const current = async () => (await read(tx, id))[0]
        const given = { ...values, authorId: user.id }
        const changed = await changeRow(tx, context, table, eq(table.id, id), given, current)
        if (!changed) throw unknown()
        if (changed.changed.length > 0) await record(tx, user, act('updated', id))
      }),
    )
    return find(context, id)
  },

  async remove({ db, user }, { id }) {
    await db.transaction(async (tx) => {
      const removed = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
      if (removed.length === 0) throw unknown()
      await record(tx, user, act('deleted', id))
    })
    return { success: true }
  },
}
