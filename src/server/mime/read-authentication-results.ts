type DmarcResult = {
  /** Such as `pass`, lower-cased. */
  result: string
  /** Domain of `header.from`, lower-cased; null when it is not named. */
  domain: string | null
}

/** What one server found out about the sender. */
export type AuthenticationResults = {
  /** The authserv-id, lower-cased; empty where a server leaves it out, as Exchange Online does. */
  server: string
  dmarc: DmarcResult[]
}

/**
 * The parts between semicolons without comments (RFC 8601, 2.2; RFC 5322, 3.2.2). Quoted strings are
 * percent-encoded, so that nothing inside them looks like a result.
 *
 * @returns undefined when a comment or quoted string has no end.
 */
function partsOf(value: string): string[] | undefined {
  const parts = ['']
  const add = (text: string) => parts.push(`${parts.pop()}${text}`)
  let depth = 0
  let quoted: string | undefined
  for (let at = 0; at < value.length; at++) {
    const isEscaped = value[at] === '\\' && (depth > 0 || quoted !== undefined)
    if (isEscaped) at++
    const character = value.charAt(at)
    const special = isEscaped ? '' : character
    if (quoted !== undefined) {
      if (special !== '"') quoted += character
      else {
        add(`"${encodeURIComponent(quoted.toWellFormed())}"`)
        quoted = undefined
      }
    } else if (special === '(') depth++
    else if (depth > 0) {
      if (special === ')' && --depth === 0) add(' ')
    } else if (special === '"') quoted = ''
    else if (special === ';') parts.push('')
    else add(character)
  }
  return depth === 0 && quoted === undefined ? parts : undefined
}

const methodForm = /^\s*([a-z][\w-]*)\s*(?:\/\s*\d+\s*)?=\s*([a-z][\w-]*)(?:\s(.*))?$/is
const fromForm = /(?:^|\s)header\s*\.\s*from\s*=\s*"?([^\s"]+)/i

/** Reads the value of one header `Authentication-Results`. */
export function readAuthenticationResults(value: string): AuthenticationResults {
  const parts = partsOf(value)
  if (!parts) {
    // Of what cannot be read, nothing is believed but a failure.
    const dmarc = /\bdmarc\s*=\s*fail\b/i.test(value) ? [{ result: 'fail', domain: null }] : []
    return { server: /^\s*([^\s;()"]*)/.exec(value)?.[1]?.toLowerCase() ?? '', dmarc }
  }
  const [first = ''] = parts
  const [, id = ''] = methodForm.test(first) ? [] : (/^\s*"?([^\s"]*)/.exec(first) ?? [])
  const dmarc = parts.flatMap((part) => {
    const [, method = '', result = '', properties = ''] = methodForm.exec(part) ?? []
    if (method.toLowerCase() !== 'dmarc') return []
    const domain = fromForm.exec(properties)?.[1]?.toLowerCase() ?? null
    return [{ result: result.toLowerCase(), domain }]
  })
  return { server: id.toLowerCase(), dmarc }
}
