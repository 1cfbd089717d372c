import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import { dueBrieflyInFirmZone } from '#features/content/business-hours/firm-time.ts'
import { notificationChannels as table } from '#server/database/schema.ts'
import type { EncryptedColumn } from '#server/security/re-encryption.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { ChannelContent } from '../delivery/deliveries.server.ts'
import { type Outcome, post } from '../delivery/outcome.server.ts'
import { requestOf, type Target } from './formats.ts'

export type ChannelRow = typeof table.$inferSelect

export const urlIn = (id: string) => `notification_channels|${id}|url`
export const secretIn = (id: string) => `notification_channels|${id}|secret`

export const channelColumns: readonly EncryptedColumn[] = [
  {
    name: 'notification_channels.url_encrypted',
    table,
    key: table.id,
    column: table.urlEncrypted,
    associatedData: (id) => urlIn(String(id)),
    lasts: true,
    async forget(db, id) {
      await db.delete(table).where(eq(table.id, String(id)))
    },
  },
  {
    name: 'notification_channels.secret_encrypted',
    table,
    key: table.id,
    column: table.secretEncrypted,
    associatedData: (id) => secretIn(String(id)),
    lasts: true,
    async forget(db, id) {
      await db
        .update(table)
        .set({ secretEncrypted: null })
        .where(eq(table.id, String(id)))
    },
  },
]

function targetOf({ encryption }: Dependencies, row: ChannelRow): Target {
  const { id, kind, topic, secretEncrypted } = row
  if (kind !== 'ntfy') return { kind }
  const secret = secretEncrypted && encryption.decrypt(secretEncrypted, secretIn(id))
  return { kind, topic: topic ?? '', secret }
}

function changeOf({ state, status }: Outcome): Record<string, SQL | number | boolean | null> {
  if (state === 'delivered') return { lastStatus: status, lastOkAt: sql`now()`, failingSince: null }
  const failing = { lastStatus: status, failingSince: sql`coalesce(failing_since, now())` }
  return state === 'gone' ? { ...failing, active: false } : failing
}

/** Posts a message and records the result. A channel that is gone is turned off. */
export async function sendToChannel(
  deps: Dependencies,
  row: ChannelRow,
  event: NotificationEvent,
  { title, name, dueAt, lines, url, more = 0 }: ChannelContent,
): Promise<{ outcome: Outcome; line: string }> {
  const address = deps.encryption.decrypt(row.urlEncrypted, urlIn(row.id))
  const message = {
    event,
    title,
    url: `${deps.config.publicUrl}${url}`,
    lines: [
      ...(name && row.showNames ? [`From ${name}`] : []),
      ...(dueAt
        ? [`Answer due by ${dueBrieflyInFirmZone(deps.content.resolved().hours, new Date(dueAt))}`]
        : []),
      ...lines,
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
  }
  const sent = await post(deps, address, requestOf(targetOf(deps, row), message))
  await deps.db
    .update(table)
    .set(changeOf(sent.outcome))
    // The result is not recorded if the address has changed in the meantime.
    .where(and(eq(table.id, row.id), eq(table.urlEncrypted, row.urlEncrypted)))
  return sent
}

export function testChannel(deps: Dependencies, row: ChannelRow) {
  const title = `A test of ${deps.content.resolved().firm.name}`
  const content = { title, name: null, dueAt: null, lines: [], url: '/admin/channels' }
  return sendToChannel(deps, row, 'lead.created', content)
}
