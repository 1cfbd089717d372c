import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { projects, projectNotes as table, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { record } from '#server/service/audit.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { lockClient, lockProject } from '../lock-project.server.ts'
import type { notes } from './contract.ts'

type Ids = { clientId: string; projectId: string; noteId: string }

const noNote = () => new Failure('not_found', 'Note not found')

function read(db: Database | Transaction, condition: SQL | undefined) {
  return db
    .select({
      id: table.id,
      content: table.content,
      author: staffName(users),
      createdAt: table.createdAt,
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.authorId))
    .where(condition)
    .orderBy(desc(table.createdAt), desc(table.id))
}

export function notesOf(db: Database | Transaction, projectId: string) {
  return read(db, and(eq(table.projectId, projectId), isNull(table.deletedAt)))
}

/** Also matches deleted notes. */
function whereIds({ clientId, projectId, noteId }: Ids) {
  return and(
    eq(table.id, noteId),
    eq(table.projectId, projectId),
    sql`exists (select from ${projects} where ${projects.id} = ${projectId} and ${projects.clientId} = ${clientId})`,
  )
}

function act(name: 'added' | 'deleted' | 'restored', { clientId, projectId, noteId }: Ids) {
  const ids = { subjectId: noteId, clientId, projectId }
  return { action: `note.${name}` as const, subject: 'note', ...ids }
}

async function setDeleted(
  { db, user }: SignedInContext,
  ids: Ids,
  deleted: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockClient(tx, ids.clientId)
    const [changed] = await tx
      .update(table)
      .set({ deletedAt: deleted ? sql`now()` : null })
      .where(and(whereIds(ids), deleted ? isNull(table.deletedAt) : isNotNull(table.deletedAt)))
      .returning({ id: table.id })
    if (!changed) throw noNote()
    await record(tx, user, act(deleted ? 'deleted' : 'restored', ids))
  })
}

export const notesService: Service<typeof notes> = {
  async create(context, { clientId, projectId, content }) {
    const { db, user } = context
    const { id: noteId } = await db.transaction(async (tx) => {
      await lockProject(tx, { clientId, projectId })
      return withIdempotency(tx, context, 'note.added', async () => {
        const noteId = await insertRow(tx, table, { projectId, content, authorId: user.id })
        await record(tx, user, act('added', { clientId, projectId, noteId }))
        return noteId
      })
    })
    const [note] = await read(db, whereIds({ clientId, projectId, noteId }))
    if (!note) throw noNote()
    return note
  },

  async remove(context, ids) {
    await setDeleted(context, ids, true)
    return { success: true }
  },

  async restore(context, ids) {
    await setDeleted(context, ids, false)
    const [note] = await read(context.db, and(whereIds(ids), isNull(table.deletedAt)))
    if (!note) throw noNote()
    return note
  },
}
