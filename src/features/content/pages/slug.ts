/** Lower case without marks; runs of anything else become one hyphen. @param otherwise if nothing is left. */
export function slugOf(title: string, otherwise = 'untitled'): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return slug.slice(0, 80).replace(/^-|-$/g, '') || otherwise
}
