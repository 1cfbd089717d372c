import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Transaction } from '#server/database/open.ts'
import { mailFiles as files, mailThreads, mailMessages as table } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'

const unsentHours = 24

/** Removes files that were never sent, and conversations whose only mail was canceled. */
async function removeUnsent(tx: Pick<Transaction, 'execute' | 'delete'>): Promise<void> {
  const old = sql`now() - make_interval(hours => ${unsentHours})`
  const isUnsent = and(isNull(files.messageId), eq(files.role, 'attachment'))
  await tx.delete(files).where(and(isUnsent, sql`${files.createdAt} < ${old}`))
  await tx.execute(sql`
    delete from ${mailThreads} t where t.created_at < ${old}
      and t.inquiry_id is null and t.chat_session_id is null
      and not exists (select from ${table} m where m.thread_id = t.id)`)
}

export const sweepMail = job({
  name: 'mail.unsent',
  payload: z.object({}),
  everySeconds: 3_600,
  run: ({ db }) => removeUnsent(db),
})
