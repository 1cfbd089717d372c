import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit-actions.ts'
import { Failure } from '#contract/failure.ts'
import { incidentClasses } from '#contract/vocabulary.ts'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import { databaseTime } from '#server/database/clock.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  automationCredentials,
  clients,
  incidents,
  runs,
  automations as table,
} from '#server/database/schema.ts'
import { mayAct } from '#server/http/dispatch.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import { nextUpdatedAt } from '#server/service/concurrent-changes.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { closeIncidents } from '../incidents/open-incidents.server.ts'
import type { automations } from './contract.ts'
import {
  automationsOfClient,
  listAutomations,
  readAutomation,
  unknownAutomation,
} from './list-automations.server.ts'
import { snippetsFor } from './snippets.ts'
import { dueFromNow, type Row, resumed, setCredentials, valuesOf } from './values.server.ts'

/**
 * An automation as the requester may see it. Its ping address is a secret that only admins need.
 */
async function show(context: SignedInContext, db: Database | Transaction, id: string) {
  const { pingUuid, ...shown } = await readAutomation(db, id)
  const isAdmin = mayAct(context.user.role, 'admin') && shown.state !== 'retired'
  const pingUrl = isAdmin ? `${context.config.publicUrl}/ping/${pingUuid}` : null
  return { ...shown, pingUrl, snippets: pingUrl ? snippetsFor(pingUrl) : [] }
}

const settingsOf = ({ content, config }: SignedInContext) => ({
  firmZone: content.resolved().hours.timeZone,
  min: config.automations.minSeconds,
})

async function lock(tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('no key update')
  if (!row) throw unknownAutomation()
  return row
}

const act = (action: AuditAction, { id, clientId }: Pick<Row, 'id' | 'clientId'>) => ({
  action,
  subject: 'automation',
  subjectId: id,
  clientId,
})

const receiptOf = ({ user }: SignedInContext, { id, clientId }: Pick<Row, 'id' | 'clientId'>) => ({
  actor: { kind: 'user' as const, ref: user.id },
  subject: { type: 'automation' as const, id },
  clientId,
})

const isRetired = () => new Failure('conflict', 'This automation is retired.')

/**
 * Changes the state of an automation under its lock. If `make` returns undefined, nothing changes.
 */
async function change(
  context: SignedInContext,
  id: string,
  action: AuditAction,
  make: (row: Row, now: Date) => Partial<Row> | undefined,
) {
  const { db, user } = context
  const shown = await db.transaction(async (tx) => {
    const row = await lock(tx, id)
    if (row.state === 'retired') throw isRetired()
    const now = await databaseTime(tx)
    const values = make(row, now)
    if (values) {
      const changed = { ...values, version: row.version + 1 }
      await tx
        .update(table)
        .set({ ...changed, updatedAt: nextUpdatedAt(table.updatedAt) })
        .where(eq(table.id, id))
      await record(tx, user, act(action, row))
      if (action === 'automation.retired') {
        for (const incidentClass of incidentClasses)
          await closeIncidents(context, tx, [id], { at: now, incidentClass })
      }
      const receipt = receiptOf(context, row)
      const data = { clientRef: row.clientId, version: changed.version }
      const fields = action === 'automation.address_changed' ? ['pingAddress'] : ['state']
      await (action === 'automation.retired'
        ? appendReceipt(context, tx, { kind: 'automation.retired', ...receipt, data })
        : appendReceipt(context, tx, {
            kind: 'automation.changed',
            ...receipt,
            data: { ...data, fields },
          }))
    }
    return show(context, tx, id)
  })
  inboxChanged(context, 'automations')
  return shown
}

export const automationsService: Service<typeof automations> = {
  list: ({ db }, input) => listAutomations(db, input),

  async status({ db, user, config }) {
    const openIncidents = await db.$count(
      incidents,
      and(eq(incidents.class, 'run'), sql`${incidents.closedAt} is null`),
    )
    const [restored] = await db
      .select({ at: sql<string | null>`max(${table.restoredAt})`, count: sql<number>`count(*)` })
      .from(table)
      .where(and(eq(table.state, 'paused'), isNotNull(table.restoredAt)))
    const { at, count = 0 } = restored ?? {}
    return {
      automations: await db.$count(table, ne(table.state, 'retired')),
      openIncidents,
      restored: at ? { at: new Date(at), count } : null,
      watchdog: user.role === 'owner' ? config.automations.watchdogUrl !== undefined : null,
    }
  },

  async create(context, { clientId, credentials, ...given }) {
    const { db, user } = context
    const { id } = await db.transaction((tx) =>
      withIdempotency(tx, context, 'automation.created', async () => {
        const [client] = await tx
          .select({ id: clients.id })
          .from(clients)
          .where(eq(clients.id, clientId))
          .for('key share')
        if (!client) throw new Failure('not_found', 'Client not found')
        const values = await valuesOf(tx, { clientId }, given, settingsOf(context))
        const made = { ...values, name: given.name, clientId, pingUuid: randomUUID() }
        const id = await insertRow(tx, table, made)
        await setCredentials(tx, id, credentials ?? [])
        await record(tx, user, act('automation.created', { id, clientId }))
        await appendReceipt(context, tx, {
          kind: 'automation.created',
          ...receiptOf(context, { id, clientId }),
          data: { clientRef: clientId, version: 1 },
        })
        return id
      }),
    )
    inboxChanged(context, 'automations')
    return show(context, db, id)
  },

  async resumeRestored(context) {
    const { db, user } = context
    const count = await db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(table)
        .where(and(eq(table.state, 'paused'), isNotNull(table.restoredAt)))
        .orderBy(table.id)
        .for('no key update')
      const now = await databaseTime(tx)
      for (const row of rows) {
        const values = { ...resumed(row, now), version: row.version + 1 }
        await tx.update(table).set(values).where(eq(table.id, row.id))
      }
      const details = { count: rows.length }
      const done = { action: 'automation.restored_resumed', subject: 'automation' } as const
      if (rows.length > 0) await record(tx, user, { ...done, details })
      return rows.length
    })
    inboxChanged(context, 'automations')
    return { resumed: count }
  },

  show: (context, { id }) => show(context, context.db, id),

  async update(context, { id, version, credentials, ...given }) {
    const { db, user } = context
    const shown = await db.transaction(async (tx) => {
      const row = await lock(tx, id)
      if (row.state === 'retired') throw isRetired()
      if (row.version !== version) {
        throw new Failure('conflict', 'Someone else changed this. Nothing is saved yet.', {
          current: await show(context, tx, id),
        })
      }
      const values = (await valuesOf(tx, row, given, settingsOf(context))) as Partial<Row>
      const fields = Object.keys(values).filter(
        (key) => !isDeepStrictEqual(values[key as keyof Row], row[key as keyof Row]),
      )
      const schedule = ['scheduleKind', 'periodSeconds', 'cron', 'timeZone', 'graceSeconds']
      const isWatched = row.state === 'up' || row.state === 'late' || row.state === 'unobserved'
      const isMoved = isWatched && fields.some((field) => schedule.includes(field))
      if (credentials !== undefined && (await setCredentials(tx, id, credentials ?? []))) {
        fields.push('credentials')
      }
      if (fields.length === 0) return show(context, tx, id)
      const due = isMoved ? dueFromNow({ ...row, ...values }, await databaseTime(tx)) : {}
      await tx
        .update(table)
        .set({
          ...values,
          ...due,
          version: row.version + 1,
          ...(isMoved && { state: 'up' }),
          updatedAt: nextUpdatedAt(table.updatedAt),
        })
        .where(eq(table.id, id))
      await record(tx, user, { ...act('automation.updated', row), details: { changed: fields } })
      await appendReceipt(context, tx, {
        kind: 'automation.changed',
        ...receiptOf(context, row),
        data: { clientRef: row.clientId, version: row.version + 1, fields },
      })
      return show(context, tx, id)
    })
    inboxChanged(context, 'automations')
    return shown
  },

  async remove(context, { id }) {
    const { db, user } = context
    await db.transaction(async (tx) => {
      const row = await lock(tx, id)
      if ((await tx.$count(runs, eq(runs.automationId, id))) > 0) {
        throw new Failure('conflict', 'It has runs. Retire it instead.')
      }
      await tx.delete(automationCredentials).where(eq(automationCredentials.automationId, id))
      await tx.delete(table).where(eq(table.id, id))
      await record(tx, user, act('automation.deleted', row))
    })
    inboxChanged(context, 'automations')
    return { success: true }
  },

  pause: (context, { id, until = null }) =>
    change(context, id, 'automation.paused', (row, now) => {
      if (until && until <= now) throw fieldFailure('until', 'Choose a time to come')
      if (row.state === 'paused' && row.pausedUntil?.getTime() === until?.getTime())
        return undefined
      return {
        state: 'paused',
        pausedUntil: until,
        dueAt: null,
        alertAfter: null,
        lastStartAt: null,
        lastStartRid: null,
        startExtended: false,
      }
    }),

  resume: (context, { id }) =>
    change(context, id, 'automation.resumed', (row, now) =>
      row.state === 'paused' ? resumed(row, now) : undefined,
    ),

  retire: (context, { id }) =>
    change(context, id, 'automation.retired', (_row, now) => ({
      state: 'retired',
      retiredAt: now,
      dueAt: null,
      alertAfter: null,
      pingUuidOld: null,
      oldUntil: null,
      lastStartAt: null,
      lastStartRid: null,
      startExtended: false,
      restoredAt: null,
    })),

  pingAddress: (context, { id, overlapHours }) =>
    change(context, id, 'automation.address_changed', (row, now) => ({
      pingUuid: randomUUID(),
      pingUuidOld: overlapHours === 0 ? null : row.pingUuid,
      oldUntil: overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * 3_600_000),
    })),

  ofClient: ({ db }, { id }) => automationsOfClient(db, id),
}
