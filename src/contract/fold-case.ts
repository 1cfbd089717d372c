/** Characters of a search in a list. */
export const longestSearch = 200

/**
 * For searches in the browser: NFC and full case folding, as `joined_words` does it in the database.
 * 'ß' is 'ss', a final sigma a sigma; accents stay.
 */
export function foldCase(text: string): string {
  return text.normalize().toLowerCase().toUpperCase().toLowerCase().normalize().replaceAll('ς', 'σ')
}
