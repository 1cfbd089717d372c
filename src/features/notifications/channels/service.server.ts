import { asc, eq } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { byName } from '#server/database/by-name.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { notificationChannels as table } from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import { changeRow } from '#server/service/concurrent-changes.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { assertAddressAllowed } from '../delivery/outcome.server.ts'
import { readPossibleEvents } from '../preferences/possible-events.server.ts'
import type { channels } from './contract.ts'
import { type ChannelRow, secretIn, testChannel, urlIn } from './send-to-channel.server.ts'

const maxChannels = 20

const testBudget: Budget = { name: 'channel-test', points: 20, seconds: 600 }

const unknown = () => new Failure('not_found', 'There’s no such channel.')

const shown = ({ urlEncrypted: _, secretEncrypted, ...row }: ChannelRow) => ({
  ...row,
  hasSecret: secretEncrypted !== null,
})

type Fields = Pick<ParsedInput<typeof channels.create>, 'kind' | 'topic'>

function requireTopic({ kind, topic }: Fields): string | null {
  if (kind !== 'ntfy') return null
  const message = 'Topic is required'
  if (!topic) throw fieldFailure('topic', message)
  return topic
}

/** The encrypted columns to change; undefined values stay unchanged. */
function encrypted(
  { encryption }: SignedInContext,
  id: string,
  { kind, url, secret }: { kind: string; url?: string; secret?: string | null | undefined },
) {
  const ofNtfy = kind === 'ntfy'
  return {
    ...(url && { urlEncrypted: encryption.encrypt(url, urlIn(id)), host: new URL(url).host }),
    ...(ofNtfy && secret && { secretEncrypted: encryption.encrypt(secret, secretIn(id)) }),
    ...((!ofNtfy || secret === null) && { secretEncrypted: null }),
  }
}

function recordChange(
  tx: Transaction,
  { user }: SignedInContext,
  act: 'created' | 'changed' | 'removed',
  row: ChannelRow,
) {
  const details = { kind: row.kind, host: row.host, active: row.active }
  return record(tx, user, {
    action: `channel.${act}`,
    subject: 'channel',
    subjectId: row.id,
    details,
  })
}

export const channelsService: Service<typeof channels> = {
  async list({ db, config }) {
    const [rows, offered] = await Promise.all([
      db.select().from(table).orderBy(byName(table.name), asc(table.id)),
      readPossibleEvents(db, config),
    ])
    return { channels: rows.map(shown), offered }
  },

  async create(context, input) {
    const { kind, name, events, showNames, url } = input
    const topic = requireTopic(input)
    await assertAddressAllowed(context, url, 'url')
    const id = newId()
    const { urlEncrypted = '', host = '', ...secret } = encrypted(context, id, input)
    return context.db.transaction(async (tx) => {
      await tx.execute(lockNamed('notification channels'))
      const made = await withIdempotency(tx, context, 'channel.created', async () => {
        if ((await tx.$count(table)) >= maxChannels) {
          throw new Failure('conflict', 'There are 20 channels. Remove one first.')
        }
        const [row] = await tx
          .insert(table)
          .values({ id, kind, name, topic, events, showNames, urlEncrypted, host, ...secret })
          .returning()
        if (!row) throw new Error('The insert of a channel returned no row.')
        await recordChange(tx, context, 'created', row)
        return id
      })
      const [row] = await tx.select().from(table).where(eq(table.id, made.id))
      if (!row) throw unknown()
      return shown(row)
    })
  },

  async update(context, { id, active, ...input }) {
    const { kind, name, events, showNames, url } = input
    const topic = requireTopic(input)
    if (url) await assertAddressAllowed(context, url, 'url')
    return context.db.transaction(async (tx) => {
      const values = {
        kind,
        name,
        topic,
        events,
        showNames,
        active,
        ...encrypted(context, id, input),
        // The address is new or the channel was turned on again, so earlier failures no longer
        // count.
        ...((url || active) && { failingSince: null, lastStatus: null }),
      }
      const changed = await changeRow(tx, context, table, eq(table.id, id), values, shown)
      if (!changed) throw unknown()
      if (changed.changed.length > 0) await recordChange(tx, context, 'changed', changed.row)
      return shown(changed.row)
    })
  },

  remove: (context, { id }) =>
    context.db.transaction(async (tx) => {
      const [row] = await tx.delete(table).where(eq(table.id, id)).returning()
      if (!row) throw unknown()
      await recordChange(tx, context, 'removed', row)
      return { success: true as const }
    }),

  async test(context, { id }) {
    const [row] = await context.db.select().from(table).where(eq(table.id, id))
    if (!row) throw unknown()
    const sentence = 'Too many tests. Please try again in a few minutes.'
    await takeOrRefuse(context.limits, testBudget, id, sentence)
    const { outcome, line } = await testChannel(context, row)
    return { status: outcome.status, line }
  },
}
