const mostNameBytes = 255

// Controls, line separators, and marks that turn text around.
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Cuts between characters as people see them. */
function cutTo(text: string, bytes: number): string {
  let kept = ''
  let length = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += bytesOf(segment)
    if (length > bytes) break
    kept += segment
  }
  return kept
}

/**
 * A file name fit to be shown and to be saved again: its last path part, letter by letter, without
 * controls, direction marks and what no system keeps at the end (dots and blanks); at most 255 bytes
 * of UTF-8 with its extension kept.
 *
 * @param sent as it came in the request; browsers write a quote and line breaks as `%22`, `%0D`, `%0A`.
 */
export function cleanName(sent: string): string {
  const told = sent
    .replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed()
  const last = told.slice(Math.max(told.lastIndexOf('/'), told.lastIndexOf('\\')) + 1)
  const clean = last.replace(unprintable, '').replace(/[. ]+$/, '')
  if (bytesOf(clean) <= mostNameBytes) return clean
  const dot = clean.lastIndexOf('.')
  const end = dot > 0 && bytesOf(clean.slice(dot)) <= 20 ? clean.slice(dot) : ''
  return (
    cutTo(clean.slice(0, clean.length - end.length), mostNameBytes - bytesOf(end)).trimEnd() + end
  )
}
