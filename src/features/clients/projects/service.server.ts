import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { Service } from '../../../server/context.ts'
import type { Database, Transaction } from '../../../server/database/open.ts'
import {
  blobDeletions,
  clients,
  projectDocuments,
  projects as table,
  users,
} from '../../../server/database/schema.ts'
import { changedKeys, refuseStale, touched } from '../../../server/http/concurrent-changes.ts'
import { withIdempotency } from '../../../server/http/idempotency.ts'
import { projectsChanged } from '../../google/setups/syncing.server.ts'
import { notesOf } from '../notes/service.server.ts'
import type { projects } from './contract.ts'

type Ids = { clientId: string; projectId: string }
type Row = typeof table.$inferSelect

const noProject = () => new Failure('not_found', 'Project not found')

const endsEarly = 'The end date is before the start date'

function refuseReversed({ startDate, endDate }: Pick<Row, 'startDate' | 'endDate'>): void {
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  if (!startDate || !endDate || day(startDate) <= day(endDate)) return
  throw new Failure('invalid_input', endsEarly, { fields: { endDate: endsEarly } })
}

function whereIds({ clientId, projectId }: Ids) {
  return and(eq(table.id, projectId), eq(table.clientId, clientId))
}

function documentsOf(db: Database | Transaction, projectId: string) {
  return db
    .select({
      id: projectDocuments.id,
      originalName: projectDocuments.originalName,
      mimeType: projectDocuments.mimeType,
      fileSize: projectDocuments.fileSize,
      author: users.username,
      createdAt: projectDocuments.createdAt,
    })
    .from(projectDocuments)
    .leftJoin(users, eq(users.id, projectDocuments.authorId))
    .where(and(eq(projectDocuments.projectId, projectId), isNull(projectDocuments.deletedAt)))
    .orderBy(desc(projectDocuments.createdAt), desc(projectDocuments.id))
}

async function detail(db: Database | Transaction, ids: Ids) {
  const [[project], notes, documents] = await Promise.all([
    db.select().from(table).where(whereIds(ids)),
    notesOf(db, ids.projectId),
    documentsOf(db, ids.projectId),
  ])
  if (!project) throw noProject()
  return { ...project, notes, documents }
}

/**
 * Queues the files of all documents of a client, or of one project, for removal. Locks the
 * projects, so that no document is added before they are deleted.
 */
export async function giveUpFiles(
  tx: Transaction,
  { clientId, projectId }: { clientId: string; projectId?: string },
): Promise<void> {
  const doomed = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.clientId, clientId), projectId ? eq(table.id, projectId) : undefined))
    .orderBy(table.id)
    .for('update')
  if (doomed.length === 0) return
  const ids = sql.join(
    doomed.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  await tx.execute(sql`
    insert into ${blobDeletions} (storage_key)
    select storage_key from ${projectDocuments} where project_id in (${ids})
    on conflict do nothing`)
}

export const projectsService: Service<typeof projects> = {
  async create(context, { clientId, ...given }) {
    const { db, user, jobs } = context
    refuseReversed({ startDate: given.startDate ?? null, endDate: given.endDate ?? null })
    const { id } = await db.transaction(async (tx) => {
      const [client] = await tx
        .select({ id: clients.id })
        .from(clients)
        .where(eq(clients.id, clientId))
        .for('key share')
      if (!client) throw new Failure('not_found', 'Client not found')
      return withIdempotency(tx, context, 'project.created', async () => {
        const [made] = await tx
          .insert(table)
          .values({ ...given, clientId })
          .returning({ id: table.id })
        if (!made) throw new Error('insert returned no row')
        await record(tx, user, {
          action: 'project.created',
          subject: 'project',
          subjectId: made.id,
          clientId,
          projectId: made.id,
        })
        await projectsChanged({ jobs }, tx, clientId)
        return made.id
      })
    })
    return detail(db, { clientId, projectId: id })
  },

  show({ db }, ids) {
    return detail(db, ids)
  },

  async update(context, { clientId, projectId, ...given }) {
    const { db, user, jobs } = context
    const ids = { clientId, projectId }
    await db.transaction(async (tx) => {
      const [before] = await tx.select().from(table).where(whereIds(ids)).for('no key update')
      if (!before) throw noProject()
      const changed = changedKeys(before, given)
      if (changed.length === 0) return
      await refuseStale(context, before, () => detail(tx, ids))
      const [after] = await tx
        .update(table)
        .set({ ...given, updatedAt: touched(table.updatedAt) })
        .where(whereIds(ids))
        .returning()
      if (!after) throw noProject()
      if (changed.some((key) => key === 'startDate' || key === 'endDate')) refuseReversed(after)
      await record(tx, user, {
        action: 'project.updated',
        subject: 'project',
        subjectId: projectId,
        ...ids,
        details: { changed },
      })
      await projectsChanged({ jobs }, tx, clientId)
    })
    return await detail(db, ids)
  },

  async remove({ db, user, jobs }, ids) {
    await db.transaction(async (tx) => {
      await giveUpFiles(tx, ids)
      const [gone] = await tx.delete(table).where(whereIds(ids)).returning({ id: table.id })
      if (!gone) throw noProject()
      const { clientId, projectId } = ids
      await record(tx, user, {
        action: 'project.deleted',
        subject: 'project',
        subjectId: projectId,
        clientId,
      })
      await projectsChanged({ jobs }, tx, clientId)
    })
    return { success: true }
  },
}
