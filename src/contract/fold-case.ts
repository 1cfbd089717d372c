const accents = /[\u0300-\u036f]/g

/**
 * For searches in the browser: NFKD without accents, and full case folding, as `joined_words` does it
 * in the database. 'ß' is 'ss', a final sigma a sigma.
 */
export function foldCase(text: string): string {
  const folded = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase()
  return folded.normalize('NFKD').replace(accents, '').replaceAll('ς', 'σ')
}
