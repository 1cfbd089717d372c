import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The name that staff see: the display name, or else the username; null without a user. */
export const staffName = (user: { displayName: AnyPgColumn; username: AnyPgColumn }) =>
  sql<string>`coalesce(${user.displayName}, ${user.username})`
