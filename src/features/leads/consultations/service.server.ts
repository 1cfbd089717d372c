import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Service } from '../../../server/context.ts'
import { inquiries as table } from '../../../server/database/schema.ts'
import type { consultations } from './contract.ts'

export const consultationsService: Service<typeof consultations> = {
  list({ db }) {
    return db
      .select()
      .from(table)
      .where(
        and(
          eq(table.quarantined, false),
          or(eq(table.service, 'consultation'), isNotNull(table.consultationData)),
        ),
      )
      .orderBy(desc(table.createdAt), desc(table.id))
  },
}
