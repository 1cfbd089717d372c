/** Answers shorter than this are parsed at once: it takes less than a frame. */
const longText = 500_000
/** Characters parsed before others get a turn. */
const slice = 400_000

/**
 * Parses JSON; a long list in slices, between which the page can draw and take input. Ten thousand
 * inquiries at once would hold it up for several frames.
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

/** Where the first item that reaches `atLeast` ends: at its comma, or at the end of the list. */
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
