import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Staff see the display name, else the username; null without a user. */
export const staffName = (user: { displayName: AnyPgColumn; username: AnyPgColumn }) =>
  sql<string>`coalesce(${user.displayName}, ${user.username})`
