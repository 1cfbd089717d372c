/** Scripts that the router writes into a page: the start of its stream, one chunk, and the end. */
const streamStart =
  /window\.__reactRouterContext\.stream = new ReadableStream\(.*?\)\.pipeThrough\(new TextEncoderStream\(\)\);/s
const streamChunk =
  /window\.__reactRouterContext\.streamController\.enqueue\(("(?:[^"\\]|\\.)*")\);/g
const streamEnd = /window\.__reactRouterContext\.streamController\.close\(\);/

/** All are off. */
const unusedFlags = /"future":\{("\w+":false,?)*\}/

const nullIndex = -5
const undefinedIndex = -7

/**
 * The value of a list in which objects and arrays name their parts by position (turbo-stream).
 *
 * @throws TypeError for values that JSON has not.
 */
function plain(list: unknown[], index: number): unknown {
  if (index === nullIndex) return null
  if (index === undefinedIndex) return undefined
  const value = list[index]
  if (value === undefined) throw new TypeError('not of JSON')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map((part: unknown) => {
      if (typeof part !== 'number' || part === undefinedIndex) throw new TypeError('not of JSON')
      return plain(list, part)
    })
  }
  const members = Object.entries(value).map(([name, part]) => [
    list[Number(name.slice(1))],
    plain(list, part as number),
  ])
  return Object.fromEntries(members)
}

/**
 * Takes the loaders' data out of the router's code: as plain JSON they weigh a tenth of a page
 * less. `entry.client.tsx` gives them back to the router. Undefined where that is not possible.
 */
export function withoutData(code: string): { code: string; data: unknown } | undefined {
  const [chunk, ...others] = code.matchAll(streamChunk)
  if (!chunk?.[1] || others.length > 0 || !streamStart.test(code) || !streamEnd.test(code)) return
  try {
    const whole = plain(JSON.parse(JSON.parse(chunk[1])), 0) as Record<string, unknown>
    // The router takes what is missing for null.
    const data = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
    const rest = [streamStart, chunk[0], streamEnd]
      .reduce<string>((text, part) => text.replace(part, ''), code)
      .replace(unusedFlags, '"future":{}')
    return { code: rest, data }
  } catch {
    return
  }
}
