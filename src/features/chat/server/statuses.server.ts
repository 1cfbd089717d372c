import { sql } from 'drizzle-orm'
import { chatSessions } from '#server/database/schema.ts'

const { status } = chatSessions

/** Conditions on a row of `chat_sessions` that has no alias. */
export const isRunning = sql`${status} in ('waiting', 'active')`
export const isAbandoned = sql`${status} = 'abandoned'`
export const isClosed = sql`${status} in ('ended', 'abandoned')`
export const isNotEnded = sql`${status} in ('waiting', 'active', 'abandoned')`
