import { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { Failure } from '#contract/failure.ts'

const malformed = () => new Failure('invalid_input', 'Send JSON with the mail in RawEmail.')

const escaped: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Longer keys and other values are truncated. */
const maxCharacters = 1000

/**
 * Passes on the value of `RawEmail` while the JSON arrives, so that the whole is never in memory.
 *
 * @param onText called with the other top-level texts, truncated.
 */
export function rawEmailOf(onText: (key: string, value: string) => void): Transform {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let depth = 0
  let isKey = false
  let key = ''
  let inText = false
  let isRaw = false
  let collected = ''
  let out = ''
  let isFound = false
  let isEnded = false

  const add = (text: string) => {
    if (isRaw) out += text
    else if (collected.length < maxCharacters) collected += text.slice(0, maxCharacters)
  }
  const endText = () => {
    inText = false
    if (depth === 1 && isKey) key = collected
    else if (depth === 1 && !isRaw) onText(key, collected)
    isRaw = false
  }
  const step = (character: string) => {
    if (isEnded && character.trim()) throw malformed()
    if (depth === 0 && character.trim() && character !== '{') throw malformed()
    if (character === '"') {
      inText = true
      collected = ''
      isRaw = depth === 1 && !isKey && key === 'RawEmail' && !isFound
      if (isRaw) isFound = true
    } else if (character === '{' || character === '[') {
      depth++
      if (depth === 1) isKey = true
    } else if (character === '}' || character === ']') {
      depth--
      isEnded = depth === 0
    } else if (depth === 1 && character === ':') isKey = false
    else if (depth === 1 && character === ',') isKey = true
  }

  /** Parses as much as possible. An incomplete escape waits for the next chunk. */
  const read = (text: string) => {
    let at = 0
    while (at < text.length) {
      if (!inText) {
        step(text[at] ?? '')
        at++
        continue
      }
      const special = text.slice(at).search(/["\\]/)
      const end = special === -1 ? text.length : at + special
      add(text.slice(at, end))
      at = end
      if (at === text.length) break
      if (text[at] === '"') {
        endText()
        at++
        continue
      }
      const length = text[at + 1] === 'u' ? 6 : 2
      if (at + length > text.length) break
      const code = text.slice(at + 1, at + length)
      const plain = escaped[code]
      if (plain === undefined && !/^u[\da-f]{4}$/i.test(code)) throw malformed()
      add(plain ?? String.fromCharCode(Number.parseInt(code.slice(1), 16)))
      at += length
    }
    rest = text.slice(at)
  }

  /** Half of a surrogate pair waits for the other half. */
  const take = (isLast = false) => {
    const isHalf = !isLast && /[\ud800-\udbff]$/.test(out)
    const whole = isHalf ? out.slice(0, -1) : out
    out = isHalf ? out.slice(-1) : ''
    return Buffer.from(whole, 'utf8')
  }

  return new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        read(rest + decoder.write(chunk))
        done(null, take())
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      if (!isEnded || !isFound) done(malformed())
      else done(null, take(true))
    },
  })
}
