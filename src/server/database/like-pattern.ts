import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { toAsciiDomain } from '#contract/email-address.ts'

/** Matches the literal term anywhere. The database normalizes it in the same way as the column. */
export function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Whether a column of joined words contains the term, or the punycode in which addresses store it.
 */
export function hasNameOrAddress(column: SQLWrapper, term: string): SQL | undefined {
  const forms = [...new Set([term, toAsciiDomain(term)])]
  return or(...forms.map((form) => sql`${column} like joined_words(${likePattern(form)})`))
}
