const accents = /[\u0300-\u036f]/g

/**
 * Folds text for searches in the browser as `joined_words` does in the database: NFKD without
 * accents, and full case folding. 'ß' becomes 'ss', a final sigma a sigma.
 */
export function foldCase(text: string): string {
  const folded = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase()
  return folded.normalize('NFKD').replace(accents, '').replaceAll('ς', 'σ')
}
