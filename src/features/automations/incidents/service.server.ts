import { and, eq, isNull, ne } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { withdrawTag } from '#features/notifications/delivery/withdraw-notices.server.ts'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Transaction } from '#server/database/open.ts'
import { incidents as table } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { Service } from '#server/service/context.ts'
import type { incidents } from './contract.ts'
import { listIncidents, readIncident } from './list-incidents.server.ts'
import { receiptOf } from './notify-incidents.server.ts'

async function lock(tx: Transaction, id: string) {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('no key update')
  if (!row) throw new Failure('not_found', 'Incident not found')
  return row
}

const act = (
  action: 'incident.acknowledged' | 'incident.closed',
  id: string,
  clientId: string,
) => ({
  action,
  subject: 'incident',
  subjectId: id,
  clientId,
})

/**
 * Withdraws the notifications of this incident. A joint notice stays while one of its incidents is
 * open.
 */
async function withdraw(
  tx: Transaction,
  { id, noticeTag }: typeof table.$inferSelect,
  how: 'Acknowledged' | 'Closed',
  userId: string,
): Promise<void> {
  const isShared = noticeTag !== null && noticeTag !== `incident:${id}`
  const others = isShared
    ? await tx.$count(
        table,
        and(
          eq(table.noticeTag, noticeTag),
          isNull(table.closedAt),
          isNull(table.acknowledgedAt),
          ne(table.id, id),
        ),
      )
    : 0
  await withdrawTag(tx, `incident:${id}`, how, userId)
  if (isShared && others === 0) await withdrawTag(tx, noticeTag, how, userId)
}

export const incidentsService: Service<typeof incidents> = {
  list: ({ db }, input) => listIncidents(db, input),

  async acknowledge(context, { id, note }) {
    const { db, user } = context
    const shown = await db.transaction(async (tx) => {
      const row = await lock(tx, id)
      const { acknowledgedBy, client, closedAt } = await readIncident(tx, id)
      if (closedAt) throw new Failure('conflict', 'This incident is over.')
      if (acknowledgedBy?.id === user.id) return readIncident(tx, id)
      if (row.acknowledgedAt) {
        const name = acknowledgedBy?.name ?? 'somebody who has left'
        throw new Failure('conflict', `Acknowledged by ${name}.`)
      }
      const values = { acknowledgedAt: await databaseTime(tx), acknowledgedBy: user.id }
      await tx
        .update(table)
        .set({ ...values, ...(note && { note }) })
        .where(eq(table.id, id))
      await record(tx, user, act('incident.acknowledged', id, client.id))
      await appendReceipt(context, tx, {
        kind: 'incident.acknowledged',
        actor: { kind: 'user', ref: user.id },
        ...receiptOf({ ...row, clientId: client.id }),
      })
      await withdraw(tx, row, 'Acknowledged', user.id)
      return readIncident(tx, id)
    })
    inboxChanged(context, 'automations', 'notifications')
    return shown
  },

  async close(context, { id, note }) {
    const { db, user } = context
    const shown = await db.transaction(async (tx) => {
      const row = await lock(tx, id)
      const { client, closedAt } = await readIncident(tx, id)
      if (closedAt) throw new Failure('conflict', 'This incident is over.')
      const values = { closedAt: await databaseTime(tx), closedBy: user.id }
      await tx
        .update(table)
        .set({ ...values, ...(note && { note }) })
        .where(eq(table.id, id))
      await record(tx, user, act('incident.closed', id, client.id))
      const { data, ...receipt } = receiptOf({ ...row, clientId: client.id })
      await appendReceipt(context, tx, {
        kind: 'incident.closed',
        actor: { kind: 'user', ref: user.id },
        ...receipt,
        data: { ...data, byItself: false },
      })
      await withdraw(tx, row, 'Closed', user.id)
      return readIncident(tx, id)
    })
    inboxChanged(context, 'automations', 'notifications')
    return shown
  },
}
