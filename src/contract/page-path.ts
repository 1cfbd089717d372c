import { z } from 'zod'
import { cutText } from './cut-text.ts'

const maxLength = 300

/** Control characters and separators of lines, which never occur in a browser's path. */
const controlOrSeparator = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * The path and fragment of a page of this site. The query is dropped, because it may contain tokens
 * and searches.
 */
function pagePath(given: string): string | null {
  // Browsers take `//host` and `/\\host` for another host.
  if (!/^\/(?![/\\])/.test(given) || controlOrSeparator.test(given)) return null
  return cutText(given.replace(/\?[^#]*/, ''), maxLength).toWellFormed()
}

/**
 * The page from which a form is sent, cut to 300 characters. Anything but a path of this site counts
 * as absent.
 */
export const PagePath = z
  .string()
  .max(2048, 'Use at most 2,048 characters')
  .nullish()
  .transform((given) => (given ? pagePath(given) : null))
  .describe('Path and fragment of the page it is sent from')
