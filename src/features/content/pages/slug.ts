import anyAscii from 'any-ascii'

/**
 * Turns a title into lower-case Latin letters without diacritics. Each run of other characters
 * becomes one hyphen.
 *
 * @param otherwise the slug if nothing is left.
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
