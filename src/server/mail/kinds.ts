import { type SQL, sql } from 'drizzle-orm'
import type { MailKind } from '#contract/vocabulary.ts'

/** Kinds of automatic mail to visitors. */
export const toVisitors: readonly MailKind[] = ['confirmation', 'chat_follow_up', 'meeting']

export const toStaff: readonly MailKind[] = ['lead_alert', 'notification', 'account']

export function anyOf(kinds: readonly MailKind[]): SQL {
  return sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )
}
