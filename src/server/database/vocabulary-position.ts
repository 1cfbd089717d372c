import { type SQLWrapper, sql } from 'drizzle-orm'

/** The position of a word in its list, for sorting. */
export const vocabularyPosition = (column: SQLWrapper, words: readonly string[]) =>
  sql`array_position(array[${sql.raw(words.map((word) => `'${word}'`).join(', '))}], ${column})`
