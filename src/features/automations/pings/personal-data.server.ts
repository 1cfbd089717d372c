import { domainToUnicode } from 'node:url'
import { asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  automationCredentials,
  automationDays,
  automations,
  incidents,
  notificationDeliveries,
  notifications,
  runs,
} from '#server/database/schema.ts'
import { containsAddress } from './contains-address.ts'

/** The number of automations whose bodies one statement reads. Each may have 2 MiB of them. */
const atOnce = 5

/**
 * Clears ping bodies, run notes and incident notes that contain an address in any encoding.
 *
 * @returns the number of changed rows.
 */
export async function eraseFromAutomations(tx: Transaction, email: string): Promise<number> {
  const at = email.lastIndexOf('@') + 1
  const forms = [email, email.slice(0, at) + domainToUnicode(email.slice(at))]
  /**
   * A fast check: the text contains the address itself or something that could be an encoded
   * address.
   */
  const mayHave = (text: SQL) =>
    sql`(position(${email} in lower(${text})) > 0 or ${text} ~ '[%&=\\]|[^\x01-\x7f]')`
  const keysOf = (rows: { key: string; text: string | Buffer }[]) =>
    rows.flatMap(({ key, text }) => (containsAddress(text.toString(), forms) ? [key] : []))
  const notesOf = async (table: SQL) => {
    const { rows } = await tx.execute<{ key: string; text: string }>(
      sql`select id as key, note as text from ${table} where ${mayHave(sql`note`)}`,
    )
    return sql`id = any(${sql.param(keysOf(rows))}::uuid[])`
  }
  const runNotes = await notesOf(sql`${runs}`)
  const runNotesChanged = await tx.execute(sql`update ${runs} set note = null where ${runNotes}`)
  const incidentNotes = await notesOf(sql`${incidents}`)
  const withNotes = await tx.execute(sql`update ${incidents} set note = '' where ${incidentNotes}`)
  let count = (runNotesChanged.rowCount ?? 0) + (withNotes.rowCount ?? 0)
  const all = await tx.select({ id: automations.id }).from(automations).orderBy(asc(automations.id))
  for (let from = 0; from < all.length; from += atOnce) {
    const ids = sql.param(all.slice(from, from + atOnce).map(({ id }) => id))
    const { rows } = await tx.execute<{ key: string; text: Buffer }>(sql`
      select automation_id || ' ' || n as key, body as text from pings
      where automation_id = any(${ids}::uuid[]) and ${mayHave(sql`encode(body, 'escape')`)}`)
    const emptied = await tx.execute(sql`
      update pings set body = null where automation_id = any(${ids}::uuid[])
        and automation_id || ' ' || n = any(${sql.param(keysOf(rows))})`)
    count += emptied.rowCount ?? 0
  }
  return count
}

/** Removes notifications that contain the names of clients about to be deleted. */
export async function forgetNoticesOf(
  tx: Transaction,
  clientIds: readonly string[],
): Promise<void> {
  if (clientIds.length === 0) return
  const theirs = tx
    .select({ tag: sql<string>`'incident:' || ${incidents.id}` })
    .from(incidents)
    .innerJoin(automations, eq(automations.id, incidents.automationId))
    .where(inArray(automations.clientId, [...clientIds]))
  await tx.delete(notificationDeliveries).where(inArray(notificationDeliveries.tag, theirs))
  await tx.delete(notifications).where(inArray(notifications.tag, theirs))
}

/** A client's automations with everything stored about them, except for their ping addresses. */
export async function automationsForExport(db: Database, clientId: string) {
  const { pingUuid, pingUuidOld, oldUntil, minuteAt, minuteCount, minuteFailed, ...columns } =
    getTableColumns(automations)
  const all = await db
    .select(columns)
    .from(automations)
    .where(eq(automations.clientId, clientId))
    .orderBy(asc(automations.id))
  return Promise.all(
    all.map(async ({ id, ...automation }) => ({
      id,
      ...automation,
      credentials: await db
        .select({ name: automationCredentials.name, expiresOn: automationCredentials.expiresOn })
        .from(automationCredentials)
        .where(eq(automationCredentials.automationId, id)),
      days: await db
        .select()
        .from(automationDays)
        .where(eq(automationDays.automationId, id))
        .orderBy(asc(automationDays.day)),
      runs: await db.select().from(runs).where(eq(runs.automationId, id)).orderBy(asc(runs.id)),
      incidents: await db
        .select()
        .from(incidents)
        .where(eq(incidents.automationId, id))
        .orderBy(asc(incidents.id)),
    })),
  )
}
