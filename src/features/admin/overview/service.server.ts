import { type SQL, sql } from 'drizzle-orm'
import { caseStudies, clients, inquiries, services } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import type { dashboard } from './contract.ts'

const all = sql<number>`count(*)::int`
const where = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

const isConsultation = sql`${inquiries.kind} = 'consultation'`
const isTrusted = sql`not ${inquiries.quarantined}`
const isNew = sql`${inquiries.status} = 'new'`

export const dashboardService: Service<typeof dashboard> = {
  async overview({ db, config }) {
    const [[client], [service], [inquiry], [caseStudy]] = await Promise.all([
      db
        .select({
          total: all,
          addedThisWeek: where(sql`${clients.createdAt} > now() - interval '7 days'`),
        })
        .from(clients),
      db.select({ total: all, active: where(sql`${services.active}`) }).from(services),
      db
        .select({
          total: where(isTrusted),
          waiting: where(sql`${isTrusted} and ${isNew}`),
          quarantined: where(sql`not ${isTrusted}`),
          consultations: where(sql`${isTrusted} and ${isConsultation}`),
          consultationsWaiting: where(sql`${isTrusted} and ${isConsultation} and ${isNew}`),
        })
        .from(inquiries),
      db.select({ total: all, featured: where(sql`${caseStudies.featured}`) }).from(caseStudies),
    ])
    if (!client || !service || !inquiry || !caseStudy) throw new Error('count returned no row')
    const { total, waiting, quarantined, consultations, consultationsWaiting } = inquiry
    return {
      clients: client,
      services: service,
      inquiries: { total, waiting, quarantined },
      consultations: { total: consultations, waiting: consultationsWaiting },
      caseStudies: caseStudy,
      leadsAreMailed: config.mail !== undefined,
    }
  },
}
