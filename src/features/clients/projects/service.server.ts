import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { projectsChanged } from '#features/google/setups/sync-dashboard.server.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { projects as table } from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import { changeRow } from '#server/service/concurrent-changes.ts'
import type { Service } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { documentsOf } from '../documents/service.server.ts'
import { lockClient } from '../lock-project.server.ts'
import { notesOf } from '../notes/service.server.ts'
import { queueFileRemoval } from '../queue-file-removal.server.ts'
import type { projects } from './contract.ts'
import { searchProjects } from './search.server.ts'

type Ids = { clientId: string; projectId: string }
type Row = typeof table.$inferSelect

const noProject = () => new Failure('not_found', 'Project not found')

const endsEarly = 'The end date is before the start date'

function refuseReversed({ startDate, endDate }: Pick<Row, 'startDate' | 'endDate'>): void {
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  if (!startDate || !endDate || day(startDate) <= day(endDate)) return
  throw fieldFailure('endDate', endsEarly)
}

function whereIds({ clientId, projectId }: Ids) {
  return and(eq(table.id, projectId), eq(table.clientId, clientId))
}

function act(verb: 'created' | 'updated' | 'deleted', ids: Ids) {
  const subjectId = ids.projectId
  return { action: `project.${verb}` as const, subject: 'project', subjectId, ...ids }
}

async function detail(db: Database | Transaction, ids: Ids) {
  const [project] = await db.select().from(table).where(whereIds(ids))
  if (!project) throw noProject()
  const notes = await notesOf(db, ids.projectId)
  const documents = await documentsOf(db, ids.projectId)
  return { ...project, notes, documents }
}

export const projectsService: Service<typeof projects> = {
  async create(context, { clientId, ...given }) {
    const { db, user, jobs } = context
    refuseReversed({ startDate: given.startDate ?? null, endDate: given.endDate ?? null })
    const { id } = await db.transaction(async (tx) => {
      if (!(await lockClient(tx, clientId))) throw new Failure('not_found', 'Client not found')
      return withIdempotency(tx, context, 'project.created', async () => {
        const subjectId = await insertRow(tx, table, { ...given, clientId })
        await record(tx, user, act('created', { clientId, projectId: subjectId }))
        await projectsChanged({ jobs }, tx, clientId)
        return subjectId
      })
    })
    return detail(db, { clientId, projectId: id })
  },

  search: ({ db }, { search }) => searchProjects(db, search),

  show: ({ db }, ids) => detail(db, ids),

  async update(context, { clientId, projectId, ...given }) {
    const { db, user, jobs } = context
    const ids = { clientId, projectId }
    await db.transaction(async (tx) => {
      await lockClient(tx, clientId)
      const current = () => detail(tx, ids)
      const change = await changeRow(tx, context, table, whereIds(ids), given, current)
      if (!change) throw noProject()
      const { row, changed } = change
      if (changed.length === 0) return
      if (changed.some((key) => key === 'startDate' || key === 'endDate')) refuseReversed(row)
      await record(tx, user, { ...act('updated', ids), details: { changed } })
      await projectsChanged({ jobs }, tx, clientId)
    })
    return await detail(db, ids)
  },

  async remove({ db, user, jobs }, ids) {
    await db.transaction(async (tx) => {
      await lockClient(tx, ids.clientId)
      await queueFileRemoval(tx, ids)
      const [gone] = await tx.delete(table).where(whereIds(ids)).returning({ id: table.id })
      if (!gone) throw noProject()
      await record(tx, user, { ...act('deleted', ids), projectId: null })
      await projectsChanged({ jobs }, tx, ids.clientId)
    })
    return { success: true }
  },
}
