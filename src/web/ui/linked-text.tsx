import { cutText } from '#contract/cut-text.ts'

const begin = /https?:\/\//gi

/** Characters that end an address: spaces, quotes, directional marks and CJK punctuation. */
const outside =
  /[\s\p{Cc}\p{Bidi_Control}\u200B\u2060<>"`“”„«»‹›—―…]|(?=[\p{P}\p{S}])[\u3001-\u303F\uFE10-\uFE1F\uFE30-\uFE6F\uFF01-\uFF65]/u

/** Punctuation that, at the end of an address, belongs to the sentence around it. */
const ofSentence = /(?![-/&#%@\\])[\p{Po}\p{Pd}’]/u

const partners: Record<string, string> = { '(': ')', '[': ']', '{': '}' }
const closing = new Set(Object.values(partners))

/** In characters. Without this limit, unclosed brackets would take quadratic time. */
const maxInside = 500

/** Returns the end index of an address. `from` is the index right after its scheme. */
function endOf(text: string, from: number): number {
  const awaited: string[] = []
  let end = from
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (outside.test(sign) || at - end > maxInside) break
    if (partners[sign]) awaited.push(partners[sign])
    else if (closing.has(sign) && awaited.pop() !== sign) break
    // Without a letter or digit after it, an apostrophe ends a quotation and thus the address.
    if (/['’]/.test(sign) && !/[\p{L}\p{N}]/u.test(text.charAt(at + 1))) break
    if (awaited.length === 0 && !ofSentence.test(sign)) end = at + 1
  }
  return end
}

function* partsOf(text: string): Generator<{ text: string; isLink: boolean }> {
  let done = 0
  for (const { 0: scheme, index } of text.matchAll(begin)) {
    const from = index + scheme.length
    const end = endOf(text, from)
    if (index < done || end === from) continue
    yield { text: text.slice(done, index), isLink: false }
    yield { text: text.slice(index, end), isLink: true }
    done = end
  }
  yield { text: text.slice(done), isLink: false }
}

/** In characters. */
const maxShown = 72

/** Of a long address, as often ends with a token, its beginning. */
function shownOf(address: string): string {
  if (address.length <= maxShown) return address
  const [beforeQuery = ''] = address.split(/[?#]/, 1)
  return `${cutText(beforeQuery, maxShown)}…`
}

const titleOf = (address: string) => (address.length > maxShown ? address : undefined)

/** Renders untrusted text, turning web addresses into links. */
export function LinkedText({ text }: { text: string }) {
  return [...partsOf(text)].map(({ text: part, isLink }, at) =>
    isLink ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change.
      <a key={at} href={part} target="_blank" rel="noopener noreferrer ugc" title={titleOf(part)}>
        {shownOf(part)}
      </a>
    ) : (
      part
    ),
  )
}
