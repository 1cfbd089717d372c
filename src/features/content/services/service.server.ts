import { asc, eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { isUniqueViolation } from '#server/database/failures.ts'
import { services as table } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import { contentChanges } from '../editing/content-changes.server.ts'
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

const { create, update, remove, reorder } = contentChanges(table, 'service')

export const servicesService: Service<typeof services> = {
  async list({ db, user }) {
    const rows = await db
      .select()
      .from(table)
      .where(user ? undefined : eq(table.active, true))
      .orderBy(asc(table.position), asc(table.id))
    return user ? rows.map(forStaff) : rows.map(({ active: _, updatedAt: __, ...row }) => row)
  },

  async create(context, { pricingModel, ...given }) {
    const values = { ...given, pricingModel: pricingModel ?? '' }
    return forStaff(await withFreeSlug(create(context, values)))
  },

  async update(context, { id, pricingModel, ...given }) {
    const changes = {
      ...given,
      ...(pricingModel !== undefined && { pricingModel: pricingModel ?? '' }),
    }
    return forStaff(await withFreeSlug(update(context, id, changes, forStaff)))
  },

  remove,
  reorder,
}
