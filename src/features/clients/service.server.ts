import { desc, eq, inArray } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { clientStatuses } from '#contract/vocabulary.ts'
import { projectsChanged } from '#features/google/setups/sync-dashboard.server.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { projects, clients as table } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { applyStatusChanges } from '#server/service/apply-status-changes.ts'
import { record } from '#server/service/audit.ts'
import { changeRow, nextUpdatedAt } from '#server/service/concurrent-changes.ts'
import type { Service } from '#server/service/context.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import type { clients } from './contract.ts'
import { listClients } from './list-clients.server.ts'
import { removeClients } from './remove-clients.server.ts'

const noClient = () => new Failure('not_found', 'Client not found')

export async function findClient(db: Database | Transaction, id: string) {
  const [client] = await db.select().from(table).where(eq(table.id, id))
  if (!client) throw noClient()
  const itsProjects = await db
    .select()
    .from(projects)
    .where(eq(projects.clientId, id))
    .orderBy(desc(projects.createdAt), desc(projects.id))
  return { ...client, projects: itsProjects }
}

function act(name: 'created' | 'updated' | 'deleted', id: string) {
  return { action: `client.${name}` as const, subject: 'client', subjectId: id }
}

export const clientsService: Service<typeof clients> = {
  list: ({ db }, wanted) => listClients(db, wanted),

  async create(context, given) {
    const { db, user } = context
    const { id } = await db.transaction((tx) =>
      withIdempotency(tx, context, 'client.created', async () => {
        const clientId = await insertRow(tx, table, given)
        await record(tx, user, { ...act('created', clientId), clientId })
        return clientId
      }),
    )
    return findClient(db, id)
  },

  show: ({ db }, { id }) => findClient(db, id),

  changeStatuses: ({ db, user, jobs }, { changes }) =>
    db.transaction(async (tx) => {
      const { changed, answer } = await applyStatusChanges(tx, table, changes)
      const updatedAt = nextUpdatedAt(table.updatedAt)
      for (const status of clientStatuses) {
        const ids = changed.filter(({ to }) => to === status).map(({ id }) => id)
        await tx.update(table).set({ status, updatedAt }).where(inArray(table.id, ids))
      }
      const acts = changed.map(({ id, from, to }) => {
        const details = { changed: ['status'], from, to }
        return { ...act('updated', id), clientId: id, details }
      })
      await record(tx, user, ...acts)
      for (const { id } of changed) await projectsChanged({ jobs }, tx, id)
      return answer
    }),

  async update(context, { id, ...given }) {
    const { db, user, jobs } = context
    await db.transaction(async (tx) => {
      const current = () => findClient(tx, id)
      const change = await changeRow(tx, context, table, eq(table.id, id), given, current)
      if (!change) throw noClient()
      const { changed } = change
      if (changed.length === 0) return
      await record(tx, user, { ...act('updated', id), clientId: id, details: { changed } })
      await projectsChanged({ jobs }, tx, id)
    })
    return await findClient(db, id)
  },

  async remove({ db, user, pubSub }, { id }) {
    await db.transaction(async (tx) => {
      const [removed] = await removeClients(tx, [id])
      if (!removed) throw noClient()
      await record(tx, user, act('deleted', id))
    })
    inboxChanged({ pubSub }, 'inbox', 'leads')
    return { success: true }
  },
}
