import { sql } from 'drizzle-orm'
import { leaseFor } from '#server/database/lease.ts'
import { newId } from '#server/database/new-id.ts'
import type { Database } from '#server/database/open.ts'
import { chatConnections, chatSessions } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { ParticipantState } from './participant.server.ts'
import {
  abandon,
  agentIsPresent,
  instanceLease,
  markAgentsGone,
  unabandon,
} from './sessions.server.ts'

/*
 * Each joined socket has a row without expiry; each instance has one with a lease of 30 s, extended
 * every 10 s: one small write even for ten thousand sockets. When an instance dies its lease
 * expires, and the next sweep on any instance removes its rows.
 */

/** Seconds. */
const leaseSeconds = 30
const agentGrace = 5
/** Seconds in which clients can reconnect after the restart of an instance. */
const restartGrace = 15

/** @returns false if the lease had expired and the rows of this instance were removed with it. */
export async function extendLease(db: Database, instanceId: string): Promise<boolean> {
  const { rows } = await db.execute<{ extended: boolean }>(sql`
    insert into ${chatConnections} (id, instance_id, role, lease_until)
    values (${instanceId}, ${instanceId}, 'visitor', ${leaseFor(leaseSeconds)})
    on conflict (id) do update set lease_until = excluded.lease_until
    returning xmax::text <> '0' as extended`)
  return rows[0]?.extended ?? false
}

/** Shortens the lease, leaving the sockets some seconds to reconnect elsewhere. */
export async function endLease(db: Database, instanceId: string): Promise<void> {
  await db.execute(sql`
    update ${chatConnections} set lease_until = ${leaseFor(restartGrace)} where id = ${instanceId}`)
}

export type Connected = {
  id: string
  instanceId: string
  sessionId: string | null
  userId: string | null
  role: 'visitor' | 'admin'
}

export async function addConnections(db: Database, rows: readonly Connected[]): Promise<void> {
  if (rows.length === 0) return
  const column = <K extends keyof Connected>(key: K) => sql.param(rows.map((row) => row[key]))
  await db.execute(sql`
    insert into ${chatConnections} (id, instance_id, session_id, user_id, role, lease_until)
    select id, instance_id, session_id, user_id, role, ${instanceLease} from unnest(
      ${column('id')}::uuid[], ${column('instanceId')}::uuid[], ${column('sessionId')}::uuid[],
      ${column('userId')}::uuid[], ${column('role')}::text[]
    ) as t (id, instance_id, session_id, user_id, role)
    where session_id is null or exists (select from ${chatSessions} s where s.id = session_id)
    on conflict (id) do nothing`)
}

/** Adds an agent's socket, in a session or in none. */
export async function addAgent(
  { db, pubSub }: Pick<Dependencies, 'db' | 'pubSub'>,
  userId: string,
  { leases, role }: ParticipantState,
  sessionId: string | null,
): Promise<void> {
  if (leases.some((lease) => lease.sessionId === sessionId)) return
  const id = newId()
  await addConnections(db, [{ id, instanceId: pubSub.instanceId, sessionId, userId, role }])
  leases.push({ id, sessionId })
}

/** @returns the newly abandoned sessions, whose visitor has no other open socket. */
export function removeVisitors(db: Database, ids: readonly string[]): Promise<string[]> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ sessionId: string }>(sql`
      delete from ${chatConnections} where id = any(${sql.param(ids)}::uuid[])
      returning session_id as "sessionId"`)
    const sessionIds = rows.map(({ sessionId }) => sessionId)
    return abandon(tx, sql`id = any(${sql.param(sessionIds)}::uuid[])`)
  })
}

/** Agents count as gone 5 s after their sockets close. */
export async function releaseAgents(db: Database, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    update ${chatConnections} set lease_until = ${leaseFor(agentGrace)}
    where id = any(${sql.param(ids)}::uuid[])`)
}

/**
 * Removes agents after their grace period, and rows of dead instances.
 *
 * @returns the changed sessions.
 */
export async function sweep(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Pick<Connected, 'sessionId' | 'userId' | 'role'>>(sql`
      delete from ${chatConnections} where lease_until < now() or instance_id in (
        select id from ${chatConnections} where id = instance_id and lease_until < now())
      returning session_id as "sessionId", user_id as "userId", role`)
    const changed = [...(await abandon(tx, sql`true`)), ...(await unabandon(tx))]
    const agents = rows.filter(({ role }) => role === 'admin')
    if (agents.length === 0) return changed
    const sessionIds = sql.param(agents.map(({ sessionId }) => sessionId).filter(Boolean))
    const userIds = sql.param(agents.map(({ userId }) => userId).filter(Boolean))
    const left = await markAgentsGone(
      tx,
      sql`(id = any(${sessionIds}::uuid[]) or agent_id = any(${userIds}::uuid[]))
        and not ${agentIsPresent}`,
    )
    return [...changed, ...left]
  })
}
