import { asc, eq, inArray, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { isUniqueViolation } from '#server/database/failures.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  bookings,
  hosts,
  meetingTypeHosts,
  meetingTypes as table,
} from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import { changeRow, nextUpdatedAt } from '#server/service/concurrent-changes.ts'
import type { Service } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import type { meetingTypes } from './contract.ts'

type Row = typeof table.$inferSelect
type Shown = Row & { hosts: string[] }

const missing = () => new Failure('not_found', 'This meeting type doesn’t exist.')

async function read(db: Database | Transaction, id?: string): Promise<Shown[]> {
  const rows = await db
    .select()
    .from(table)
    .where(id === undefined ? undefined : eq(table.id, id))
    .orderBy(asc(table.position), asc(table.id))
  const members = await db
    .select()
    .from(meetingTypeHosts)
    .orderBy(asc(meetingTypeHosts.joinedAt), asc(meetingTypeHosts.userId))
  return rows.map((row) => ({
    ...row,
    hosts: members.filter((one) => one.meetingTypeId === row.id).map(({ userId }) => userId),
  }))
}

async function readOne(db: Database | Transaction, id: string): Promise<Shown> {
  const [shown] = await read(db, id)
  if (!shown) throw missing()
  return shown
}

/**
 * Sets the hosts; those who stay keep the date on which they joined.
 *
 * @throws Failure `invalid_input`
 */
async function setHosts(tx: Transaction, id: string, wanted: string[]): Promise<boolean> {
  const known = await tx
    .select({ userId: hosts.userId })
    .from(hosts)
    .where(inArray(hosts.userId, wanted))
  if (known.length < new Set(wanted).size) {
    const message = 'Choose people who take calls'
    throw fieldFailure('hosts', message)
  }
  const removed = await tx
    .delete(meetingTypeHosts)
    .where(
      sql`${meetingTypeHosts.meetingTypeId} = ${id}
        and not (${meetingTypeHosts.userId} = any(${sql.param(wanted)}::uuid[]))`,
    )
    .returning({ userId: meetingTypeHosts.userId })
  if (wanted.length === 0) return removed.length > 0
  const added = await tx
    .insert(meetingTypeHosts)
    .values([...new Set(wanted)].map((userId) => ({ meetingTypeId: id, userId })))
    .onConflictDoNothing()
    .returning({ userId: meetingTypeHosts.userId })
  return removed.length + added.length > 0
}

function checkNotice({ noticeMinutes, horizonDays }: Pick<Row, 'noticeMinutes' | 'horizonDays'>) {
  if (noticeMinutes >= horizonDays * 1_440) {
    throw fieldFailure('noticeMinutes', 'The notice must be shorter than the time ahead')
  }
}

async function withFreeSlug<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!isUniqueViolation(error, 'meeting_types_slug_unique')) throw error
    const sentence = 'Another meeting type has this address'
    throw new Failure('conflict', sentence, { fields: { slug: sentence } })
  }
}

export const meetingTypesService: Service<typeof meetingTypes> = {
  list: async ({ db }) => ({ meetingTypes: await read(db) }),

  async create(context, { hosts: members = [], locations = ['video', 'phone'], ...given }) {
    const { db, user } = context
    const { noticeMinutes, horizonDays } = table
    checkNotice({
      noticeMinutes: given.noticeMinutes ?? Number(noticeMinutes.default),
      horizonDays: given.horizonDays ?? Number(horizonDays.default),
    })
    const made = db.transaction((tx) =>
      withIdempotency(tx, context, 'meeting_type.created', async () => {
        const position = sql`(select coalesce(max(position), 0) + 1 from ${table})`
        const id = await insertRow(tx, table, { ...given, locations, position })
        await setHosts(tx, id, members)
        const subject = { subject: 'meeting_type', subjectId: id }
        await record(tx, user, { action: 'meeting_type.created', ...subject })
        return id
      }),
    )
    return readOne(db, (await withFreeSlug(made)).id)
  },

  async update(context, { id, hosts: members, ...given }) {
    const { db, user } = context
    const change = db.transaction(async (tx) => {
      const shown = () => readOne(tx, id)
      const [before] = await tx.select().from(table).where(eq(table.id, id)).for('no key update')
      if (!before) throw missing()
      checkNotice({
        noticeMinutes: given.noticeMinutes ?? before.noticeMinutes,
        horizonDays: given.horizonDays ?? before.horizonDays,
      })
      const changed = await changeRow(tx, context, table, eq(table.id, id), given, shown)
      if (!changed) throw missing()
      if (changed.changed.includes('slug')) {
        const booked = await tx.$count(bookings, eq(bookings.meetingTypeId, id))
        if (booked > 0) throw fieldFailure('slug', 'It was booked: its address stays')
      }
      const moved = members !== undefined && (await setHosts(tx, id, members))
      if (moved && changed.changed.length === 0) {
        const values = { updatedAt: nextUpdatedAt(table.updatedAt) }
        await tx.update(table).set(values).where(eq(table.id, id))
      }
      if (moved || changed.changed.length > 0) {
        const subject = { subject: 'meeting_type', subjectId: id }
        await record(tx, user, { action: 'meeting_type.updated', ...subject })
      }
      return shown()
    })
    return withFreeSlug(change)
  },
}
