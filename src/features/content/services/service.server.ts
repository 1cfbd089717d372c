import { asc, eq, sql } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { Service } from '../../../server/context.ts'
import { isUniqueViolation } from '../../../server/database/failures.ts'
import { putInOrder } from '../../../server/database/order.ts'
import { services as table } from '../../../server/database/schema.ts'
import { changedKeys, refuseStale, touched } from '../../../server/http/concurrent-changes.ts'
import { withIdempotency } from '../../../server/http/idempotency.ts'
import type { services } from './contract.ts'

type Row = typeof table.$inferSelect

const forStaff = ({ pricingModel, ...row }: Row) => ({ ...row, pricing: { pricingModel } })

async function withFreeSlug<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!isUniqueViolation(error, 'services_slug_unique')) throw error
    const sentence = 'Another service has this address'
    throw new Failure('conflict', sentence, { fields: { slug: sentence } })
  }
}

const noService = () => new Failure('not_found', 'This service does not exist any more.')

export const servicesService: Service<typeof services> = {
  async list({ db, user }) {
    const rows = await db
      .select()
      .from(table)
      .where(user ? undefined : eq(table.active, true))
      .orderBy(asc(table.position), asc(table.id))
    return user ? rows.map(forStaff) : rows.map(({ active: _, updatedAt: __, ...row }) => row)
  },

  async create(context, input) {
    const { db, user, contentChanged } = context
    const action = 'service.created'
    const making = db.transaction((tx) =>
      withIdempotency(tx, context, action, async () => {
        const [made] = await tx
          .insert(table)
          .values({
            ...input,
            pricingModel: input.pricingModel ?? '',
            position: sql`(select coalesce(max(position), 0) + 1 from ${table})`,
          })
          .returning({ id: table.id })
        if (!made) throw new Error('insert returned no row')
        await record(tx, user, { action, subject: 'service', subjectId: made.id })
        return made.id
      }),
    )
    const { id } = await withFreeSlug(making)
    const [made] = await db.select().from(table).where(eq(table.id, id))
    if (!made) throw noService()
    contentChanged()
    return forStaff(made)
  },

  async update(context, { id, pricingModel, ...given }) {
    const { db, user, contentChanged } = context
    const changes = {
      ...given,
      ...(pricingModel !== undefined && { pricingModel: pricingModel ?? '' }),
    }
    const changing = db.transaction(async (tx) => {
      const [before] = await tx.select().from(table).where(eq(table.id, id)).for('no key update')
      if (!before) throw noService()
      if (changedKeys(before, changes).length === 0) return before
      await refuseStale(context, before, () => forStaff(before))
      const [changed] = await tx
        .update(table)
        .set({ ...changes, updatedAt: touched(table.updatedAt) })
        .where(eq(table.id, id))
        .returning()
      if (!changed) throw noService()
      await record(tx, user, { action: 'service.updated', subject: 'service', subjectId: id })
      return changed
    })
    const changed = await withFreeSlug(changing)
    contentChanged()
    return forStaff(changed)
  },

  async remove({ db, user, contentChanged }, { id }) {
    await db.transaction(async (tx) => {
      const removed = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
      if (removed.length === 0) throw noService()
      await record(tx, user, { action: 'service.deleted', subject: 'service', subjectId: id })
    })
    contentChanged()
    return { success: true }
  },

  async reorder({ db, user, contentChanged }, { ids }) {
    await db.transaction(async (tx) => {
      await putInOrder(tx, table, ids)
      await record(tx, user, { action: 'service.reordered', subject: 'service' })
    })
    contentChanged()
    return { success: true }
  },
}
