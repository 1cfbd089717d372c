/** Matches the literal term anywhere. The database normalizes it in the same way as the column. */
export function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`
}
