/**
 * The unit of a limit: UTF-16 units (fields), code points (chat, cards), or bytes of UTF-8 (file
 * names, mail).
 */
export type Unit = 'utf16' | 'codePoints' | 'bytes'

let segmenter: Intl.Segmenter | undefined

const sizeOf: Record<Unit, (codePoint: number) => number> = {
  utf16: (codePoint) => (codePoint > 0xffff ? 2 : 1),
  codePoints: () => 1,
  bytes: (codePoint) => (codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint > 0xffff ? 4 : 3),
}

/** The position after the last code point within the limit. */
function endWithin(text: string, max: number, unit: Unit): number {
  let end = 0
  let left = max
  while (end < text.length) {
    const codePoint = text.codePointAt(end) ?? 0
    left -= sizeOf[unit](codePoint)
    if (left < 0) break
    end += sizeOf.utf16(codePoint)
  }
  return end
}

/**
 * Cuts between grapheme clusters, so that no letter loses its accent and no emoji falls apart. A
 * cluster larger than the limit is cut between code points.
 */
export function cutText(text: string, max: number, unit: Unit = 'utf16'): string {
  const end = endWithin(text, max, unit)
  if (end >= text.length) return text
  segmenter ??= new Intl.Segmenter()
  // The cluster's beginning depends on the text before it, of which a small part may suffice.
  const cluster = segmenter.segment(text.slice(0, end + 2)).containing(end)
  return text.slice(0, cluster?.index || end)
}

const dots = '...'

/** The first `max` units, followed by '...' only if something was cut off. */
export function firstOf(text: string, max: number, unit?: Unit): string {
  const cut = cutText(text, max, unit)
  return cut === text ? text : cut.trimEnd() + dots
}

/** The same, but the dots count toward the limit. */
export function fitText(text: string, max: number, unit?: Unit): string {
  return cutText(text, max, unit) === text ? text : firstOf(text, max - dots.length, unit)
}

/** The last `max` UTF-16 units or fewer. */
export function lastOf(text: string, max: number): string {
  const start = text.length - max
  if (start <= 0) return text
  segmenter ??= new Intl.Segmenter()
  const { index = start, segment = '' } = segmenter.segment(text).containing(start) ?? {}
  return text.slice(index === start ? start : index + segment.length)
}
