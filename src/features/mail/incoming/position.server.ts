import { and, eq, lt, sql } from 'drizzle-orm'
import { isFree, leaseFor } from '#server/database/lease.ts'
import type { Transaction } from '#server/database/open.ts'
import { mailMailboxes as table } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'

type Imap = NonNullable<NonNullable<Dependencies['config']['intake']>['imap']>

/** Identifies a mailbox. A change of server or user makes it a different one. */
export const mailboxName = ({ user, host, mailbox }: Imap) => `${user}@${host}/${mailbox}`

/** The lease is renewed every 20 seconds. If an instance dies, its lease ends within a minute. */
const leaseSeconds = 60

const own = (name: string, holder: string) =>
  and(eq(table.name, name), eq(table.leaseHolder, holder))

/** Takes or renews the lease. @returns false while another instance holds it. */
export async function takeLease(
  { db }: Pick<Dependencies, 'db'>,
  name: string,
  leaseHolder: string,
): Promise<boolean> {
  const lease = { leaseHolder, leaseUntil: leaseFor(leaseSeconds) }
  const taken = await db
    .insert(table)
    .values({ name, ...lease })
    .onConflictDoUpdate({
      target: table.name,
      set: lease,
      setWhere: sql`${table.leaseHolder} = ${leaseHolder} or ${isFree(table.leaseUntil)}`,
    })
    .returning({ name: table.name })
  return taken.length > 0
}

/** Milliseconds until the lease of a dead instance can be taken. */
export async function leaseLeft({ db }: Pick<Dependencies, 'db'>, name: string): Promise<number> {
  const [row] = await db
    .select({
      ms: sql<number>`ceil(extract(epoch from ${table.leaseUntil} - now()) * 1000)::float8`,
    })
    .from(table)
    .where(eq(table.name, name))
  return Math.max(0, row?.ms ?? 0)
}

export async function endLease({ db }: Pick<Dependencies, 'db'>, name: string, holder: string) {
  await db.update(table).set({ leaseUntil: null }).where(own(name, holder))
}

const firstConnectedAt = sql<Date>`coalesce(${table.firstConnectedAt}, now())`

export type Position = { uidValidity: number; lastUid: number }

export async function readPosition(
  { db }: Pick<Dependencies, 'db'>,
  name: string,
): Promise<(Position & { firstConnectedAt: Date }) | undefined> {
  const [row] = await db
    .select({
      uidValidity: table.uidValidity,
      lastUid: table.lastUid,
      firstConnectedAt: table.firstConnectedAt,
    })
    .from(table)
    .where(eq(table.name, name))
  const { uidValidity = null, lastUid = null, firstConnectedAt = null } = row ?? {}
  if (uidValidity === null || lastUid === null || firstConnectedAt === null) return undefined
  return { uidValidity, lastUid, firstConnectedAt }
}

export class LostLease extends Error {}

/** @throws LostLease if another instance is reading by now. */
export async function begin(
  { db }: Pick<Dependencies, 'db'>,
  name: string,
  holder: string,
  position: Position,
): Promise<void> {
  const begun = await db
    .update(table)
    .set({ ...position, firstConnectedAt })
    .where(own(name, holder))
    .returning({ name: table.name })
  if (begun.length === 0) throw new LostLease()
}

/** Must run in the transaction that stores the mail. @throws LostLease */
export async function advance(
  tx: Transaction,
  name: string,
  holder: string,
  { uidValidity, lastUid }: Position,
): Promise<void> {
  const moved = await tx
    .update(table)
    .set({ lastUid })
    .where(and(own(name, holder), eq(table.uidValidity, uidValidity), lt(table.lastUid, lastUid)))
    .returning({ name: table.name })
  if (moved.length === 0) throw new LostLease()
}

/** @param lastError a code; undefined while the mailbox is connected. */
export async function recordState(
  { db }: Pick<Dependencies, 'db'>,
  name: string,
  holder: string,
  lastError?: string,
): Promise<void> {
  await db
    .update(table)
    .set(
      lastError === undefined
        ? { connectedAt: sql`now()`, failingSince: null, lastError: null }
        : { failingSince: sql`coalesce(${table.failingSince}, now())`, lastError },
    )
    .where(own(name, holder))
}
