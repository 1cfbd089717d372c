import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { lockUser } from '#features/identity/sessions/sessions.server.ts'
import { newId } from '#server/database/new-id.ts'
import { pushSubscriptions as table } from '#server/database/schema.ts'
import type { Dependencies, Service } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { assertAddressAllowed } from '../delivery/outcome.server.ts'
import type { push } from './contract.ts'
import { endpointOf, keysOf, readVapidKeys } from './keys.server.ts'
import { sendPush } from './send-push.server.ts'

const maxDevices = 10

const testBudget: Budget = { name: 'push-test', points: 3, seconds: 600 }

type Row = typeof table.$inferSelect

function shown({ encryption }: Dependencies, row: Row) {
  const { id, device, createdAt, lastOkAt, endpointEncrypted } = row
  const { host } = new URL(encryption.decrypt(endpointEncrypted, endpointOf(id)))
  return { id, device, host, createdAt, lastOkAt }
}

export const pushService: Service<typeof push> = {
  async key(context) {
    return { key: (await readVapidKeys(context)).publicKey }
  },

  async list(context) {
    const rows = await context.db
      .select()
      .from(table)
      .where(eq(table.userId, context.user.id))
      .orderBy(desc(table.createdAt), desc(table.id))
    return { subscriptions: rows.map((row) => shown(context, row)) }
  },

  async subscribe(context, { endpoint, keys, device }) {
    const { db, user, encryption } = context
    await assertAddressAllowed(context, endpoint, 'endpoint')
    const endpointHash = createHash('sha256').update(endpoint).digest()
    return db.transaction(async (tx) => {
      await lockUser(tx, user.id)
      const isSame = eq(table.endpointHash, endpointHash)
      const [existing] = await tx.select().from(table).where(isSame)
      const own = existing?.userId === user.id ? existing : undefined
      if (!own && (await tx.$count(table, eq(table.userId, user.id))) >= maxDevices) {
        throw new Failure('conflict', 'You have 10 devices. Remove one first.')
      }
      // This also deletes the queued deliveries for the browser's former user.
      if (existing && !own) await tx.delete(table).where(isSame)
      const id = own?.id ?? newId()
      const changed = {
        userId: user.id,
        device,
        failures: 0,
        endpointEncrypted: encryption.encrypt(endpoint, endpointOf(id)),
        keysEncrypted: encryption.encrypt(JSON.stringify(keys), keysOf(id)),
      }
      const [row] = own
        ? await tx.update(table).set(changed).where(isSame).returning()
        : await tx
            .insert(table)
            .values({ id, endpointHash, ...changed })
            .onConflictDoNothing()
            .returning()
      if (!row) throw new Failure('conflict', 'This device was added just now.')
      return shown(context, row)
    })
  },

  async unsubscribe({ db, user }, { id }) {
    const removed = await db
      .delete(table)
      .where(and(eq(table.id, id), eq(table.userId, user.id)))
      .returning({ id: table.id })
    if (removed.length === 0) throw new Failure('not_found', 'There’s no such device.')
    return { success: true }
  },

  async test(context) {
    const { db, user, limits } = context
    const sentence = 'Too many tests. Please try again in a few minutes.'
    await takeOrRefuse(limits, testBudget, user.id, sentence)
    const rows = await db.select().from(table).where(eq(table.userId, user.id))
    const content = {
      title: 'A test',
      name: null,
      url: '/admin/account',
      tag: 'test',
      silent: false,
    }
    const outcomes = await Promise.all(
      rows.map((row) => sendPush(context, row, 'lead.created', content)),
    )
    const delivered = outcomes.filter(({ state }) => state === 'delivered').length
    return { delivered, failed: outcomes.length - delivered }
  },
}
