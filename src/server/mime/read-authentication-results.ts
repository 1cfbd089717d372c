type DmarcResult = {
  /** A lower-cased result such as `pass`. */
  result: string
  /** The lower-cased domain of `header.from`; null when it is not named. */
  domain: string | null
}

/** What one server determined about the sender. */
export type AuthenticationResults = {
  /** The lower-cased authserv-id, which is empty for servers that omit it (Exchange Online). */
  server: string
  dmarc: DmarcResult[]
}

/**
 * Splits the value at semicolons and removes comments (RFC 8601, 2.2; RFC 5322, 3.2.2). Quoted
 * strings are percent-encoded, so that nothing inside them looks like a result.
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

/** Parses the value of one `Authentication-Results` header. */
export function readAuthenticationResults(value: string): AuthenticationResults {
  const parts = partsOf(value)
  if (!parts) {
    // From a value that cannot be parsed, only a failure is believed.
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
