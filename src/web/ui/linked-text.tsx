const begin = /https?:\/\//gi

/** Ends an address, as do signs of direction and the punctuation of Chinese, Japanese and Korean texts. */
const outside =
  /[\s\p{Cc}\p{Bidi_Control}\u200B\u2060<>"`“”„«»‹›—―…]|(?=[\p{P}\p{S}])[\u3001-\u303F\uFE10-\uFE1F\uFE30-\uFE6F\uFF01-\uFF65]/u

/** Belongs to the sentence where it stands at the end of an address. */
const ofSentence = /(?![-/&#%@\\])[\p{Po}\p{Pd}’]/u

const partners: Record<string, string> = { '(': ')', '[': ']', '{': '}' }
const closing = new Set(Object.values(partners))

/** Characters in brackets; without a limit, brackets that stay open would cost their square. */
const maxInside = 500

/** Index behind the address of which `from` is the first character after the scheme. */
function endOf(text: string, from: number): number {
  const awaited: string[] = []
  let end = from
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (outside.test(sign) || at - end > maxInside) break
    if (partners[sign]) awaited.push(partners[sign])
    else if (closing.has(sign) && awaited.pop() !== sign) break
    // An apostrophe is part of a word, or the end of a quotation.
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

/** Text from outside, with links for its web addresses. */
export function LinkedText({ text }: { text: string }) {
  return [...partsOf(text)].map(({ text: part, isLink }, at) =>
    isLink ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change.
      <a key={at} href={part} target="_blank" rel="noopener noreferrer ugc">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
