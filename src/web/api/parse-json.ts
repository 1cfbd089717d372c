/** Characters; shorter answers are parsed at once, in less than a frame. */
const longText = 500_000
/** Characters parsed before yielding. */
const slice = 400_000

/**
 * Parses JSON; long lists in slices that yield to drawing and input. Parsing ten thousand inquiries
 * at once would block several frames.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export async function parseJson(text: string): Promise<unknown> {
  if (text.length < longText || text[0] !== '[') return JSON.parse(text) as unknown
  const items: unknown[] = []
  let from = 1
  for (;;) {
    const to = endOfItem(text, from, from + slice)
    for (const item of JSON.parse(`[${text.slice(from, to)}]`) as unknown[]) items.push(item)
    if (text[to] !== ',') break
    from = to + 1
    await new Promise((resolve) => setTimeout(resolve))
  }
  return items
}

const quote = 34
const comma = 44
const backslash = 92
const openers = new Set([91, 123])
const closers = new Set([93, 125])

/** End of the first item that ends at or after `atLeast`: its comma, or the end of the list. */
function endOfItem(text: string, from: number, atLeast: number): number {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === backslash) at += 1
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (openers.has(code)) depth += 1
    else if (closers.has(code)) {
      if (depth === 0) return at
      depth -= 1
    } else if (code === comma && depth === 0 && at >= atLeast) return at
  }
  throw new SyntaxError('Unexpected end of JSON input')
}
