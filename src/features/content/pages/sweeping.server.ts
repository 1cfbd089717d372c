import { and, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { pages } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import { record } from '#server/service/audit.ts'

const keptDays = 30

/**
 * Permanently removes pages and notes that were deleted 30 days ago, with their versions and former
 * addresses.
 */
export const sweepPages = job({
  name: 'pages.sweep',
  payload: z.object({}),
  dailyAt: { hour: 3, minute: 45 },
  async run({ db }) {
    await db.transaction(async (tx) => {
      const gone = await tx
        .delete(pages)
        .where(
          and(
            lt(pages.deletedAt, sql`now() - make_interval(days => ${keptDays})`),
            ne(pages.kind, 'legal'),
          ),
        )
        .returning({ id: pages.id })
      if (gone.length === 0) return
      const details = { count: gone.length, days: keptDays }
      await record(tx, undefined, { action: 'retention.deleted', subject: 'pages', details })
    })
  },
})
