import { sql } from 'drizzle-orm'
import type { Role } from '#contract/endpoint.ts'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  notificationChannels,
  notificationPreferences,
  notificationSettings,
  presence,
  pushSubscriptions,
  users,
} from '#server/database/schema.ts'
import { defaultWays, type Ways } from '../preferences/defaults.ts'
import { type QuietHours, quietUntil } from '../preferences/quiet-hours.ts'
import { isAway } from '../presence/service.server.ts'

export type Colleague = {
  id: string
  role: Role
  email: string | null
  isAway: boolean
  chosen: Partial<Record<NotificationEvent, Ways>>
  quiet: QuietHours | null
  /** The ids of push subscriptions. */
  devices: string[]
}

export type Channel = { id: string; events: NotificationEvent[] }

/** Active users, with everything that determines how they are notified. */
const staff = sql<Colleague[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', u.id, 'role', u.role, 'email', u.email,
    'isAway', exists (select from ${presence} where user_id = u.id and ${isAway}),
    'chosen', coalesce((
      select jsonb_object_agg(event, jsonb_build_object('push', push, 'mail', mail))
      from ${notificationPreferences} where user_id = u.id), '{}'),
    'quiet', (
      select jsonb_build_object('from', quiet_from, 'to', quiet_to, 'days', quiet_days,
        'zone', zone, 'overdueBreaks', overdue_breaks_quiet)
      from ${notificationSettings} where user_id = u.id),
    'devices', array(select id from ${pushSubscriptions} where user_id = u.id)))
  from ${users} u where active), '[]')`

const channels = sql<Channel[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'events', events))
  from ${notificationChannels} where active), '[]')`

/** `now` is the moment by the database's clock, in ms. */
type Reachable = { staff: Colleague[]; channels: Channel[]; now: number }

const now = sql<number>`(extract(epoch from now()) * 1000)::float8`

export async function readReachable(tx: Transaction): Promise<Reachable> {
  const one = sql`(select) one`
  // Prepared, because planning takes longer than reading.
  const [found] = await tx.select({ staff, channels, now }).from(one).prepare('reachable').execute()
  if (!found) throw new Error('select returned no row')
  return found
}

export function waysOf({ chosen, role }: Colleague, event: NotificationEvent): Ways {
  return chosen[event] ?? defaultWays(event, role)
}

/** Until when push and mail are held back; null if they are sent at once. */
export function heldUntil({ quiet }: Colleague, event: NotificationEvent, now: Date): Date | null {
  if (!quiet || (event === 'deadline.overdue' && quiet.overdueBreaks)) return null
  return quietUntil(quiet, now)
}
