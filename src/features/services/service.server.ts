import { asc, eq } from 'drizzle-orm'
import type { Service } from '../../server/context.ts'
import { services as table } from '../../server/db/schema.ts'
import type { services } from './contract.ts'

export const servicesService: Service<typeof services> = {
  async list({ db, user }) {
    const rows = await db
      .select()
      .from(table)
      .where(user ? undefined : eq(table.active, true))
      .orderBy(asc(table.position), asc(table.id))
    if (!user) return rows.map(({ active: _, ...row }) => row)
    return rows.map(({ pricingModel, ...row }) => ({ ...row, pricing: { pricingModel } }))
  },
}
