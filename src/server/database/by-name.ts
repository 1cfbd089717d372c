import { type SQLWrapper, sql } from 'drizzle-orm'

/** The Unicode root order, which has every letter in its place, whatever the database's own is. */
export const byName = (name: SQLWrapper) => sql<string>`${name} collate "und-x-icu"`
