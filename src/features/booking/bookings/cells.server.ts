import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, bookingCells as cells } from '#server/database/schema.ts'

/** Length of a cell; see `bookingCells`. */
const cellSeconds = 300

type Span = Pick<
  typeof bookings.$inferSelect,
  'hostId' | 'startsAt' | 'endsAt' | 'bufferBefore' | 'bufferAfter'
>
type Taking = Span & { id: string }

/** The first and the last cell of a booking, buffers included. */
function cellsOf({ startsAt, endsAt, bufferBefore, bufferAfter }: Span) {
  const begins = startsAt.getTime() / 1000 - bufferBefore * 60
  const ends = endsAt.getTime() / 1000 + bufferAfter * 60
  return { first: Math.floor(begins / cellSeconds), last: Math.ceil(ends / cellSeconds) - 1 }
}

/**
 * Reserves the cells of a booking that owns none. Expired holds lose their cells, so that whoever
 * confirms one later learns that it is gone.
 *
 * @returns false if another booking owns one of the cells; some cells may be reserved then.
 */
export async function takeCells(tx: Transaction, booking: Taking): Promise<boolean> {
  const { id, hostId } = booking
  const { first, last } = cellsOf(booking)
  await tx.execute(sql`
    with lost as (
      update ${bookings} set state = 'expired', updated_at = now()
      where state = 'held' and hold_expires_at <= now() and id <> ${id} and id in (
        select booking_id from ${cells}
        where host_id = ${hostId} and cell between ${first} and ${last})
      returning id)
    delete from ${cells} where booking_id in (select id from lost)`)
  // Ascending order prevents deadlocks between overlapping bookings.
  const { rowCount } = await tx.execute(sql`
    insert into ${cells} (host_id, cell, booking_id)
    select ${hostId}::uuid, cell, ${id}::uuid
    from generate_series(${first}::integer, ${last}::integer) cell
    on conflict do nothing`)
  return rowCount === last - first + 1
}

/**
 * Whether reserving the cells would fail now.
 *
 * @param span `id` is a booking that gives up its cells.
 */
export async function areTaken(db: Database, span: Span & { id: string | null }): Promise<boolean> {
  const { first, last } = cellsOf(span)
  const { rows } = await db.execute(sql`
    select from ${cells} c join ${bookings} b on b.id = c.booking_id
    where c.host_id = ${span.hostId} and c.cell between ${first} and ${last}
      and b.id is distinct from ${span.id}::uuid
      and (b.state <> 'held' or b.hold_expires_at > now()) limit 1`)
  return rows.length > 0
}

export async function freeCells(tx: Transaction, bookingId: string): Promise<void> {
  await tx.delete(cells).where(eq(cells.bookingId, bookingId))
}

/** Reserves the cells with the first host who has them free, replacing the cells of the booking. */
export async function takeWithAny<H extends { id: string }>(
  tx: Transaction,
  booking: Omit<Taking, 'hostId'>,
  hosts: readonly H[],
): Promise<H | undefined> {
  for (const host of hosts) {
    await freeCells(tx, booking.id)
    if (await takeCells(tx, { ...booking, hostId: host.id })) return host
  }
  return undefined
}
