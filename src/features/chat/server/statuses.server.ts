import { sql } from 'drizzle-orm'
import { chatSessions } from '#server/database/schema.ts'

const { status } = chatSessions

/** These conditions apply to a row of `chat_sessions` without an alias. */
export const isRunning = sql`${status} in ('waiting', 'active')`
export const isAbandoned = sql`${status} = 'abandoned'`
export const isClosed = sql`${status} in ('ended', 'abandoned')`
export const isNotEnded = sql`${status} in ('waiting', 'active', 'abandoned')`
