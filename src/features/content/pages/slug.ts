import anyAscii from 'any-ascii'

/**
 * Lower case in Latin letters without marks; runs of anything else become one hyphen.
 *
 * @param otherwise if nothing is left.
 */
export function slugOf(title: string, otherwise = 'untitled'): string {
  const slug = title
    .normalize('NFKC')
    .replace(/[\p{L}\p{M}\p{N}]+/gu, anyAscii)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return slug.slice(0, 80).replace(/-$/, '') || otherwise
}
