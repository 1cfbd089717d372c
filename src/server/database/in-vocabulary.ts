import { type SQLWrapper, sql } from 'drizzle-orm'

/** The place of a word in its list, for sorting by it. */
export const inVocabulary = (column: SQLWrapper, words: readonly string[]) =>
  sql`array_position(array[${sql.raw(words.map((word) => `'${word}'`).join(', '))}], ${column})`
