import { type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Sorts in the Unicode root order, which places every letter, whatever collation the database has.
 */
export const byName = (name: SQLWrapper) => sql<string>`${name} collate "und-x-icu"`
