import EmailReplyParser from 'email-reply-parser'

/** Addresses and names by which an earlier mail of ours is recognized, in any language. */
export type Ours = { addresses: readonly string[]; names: readonly string[] }

/** The library's expressions are not linear. Attributions of mail programs are shorter. */
const maxAttributionCharacters = 300
const maxAttributionLines = 3
/** How many possible attributions are tried in a mail. */
const maxAttributions = 20
/** How much of a line is examined, because the expressions are not linear in its length. */
const maxLineCharacters = 500
/** How many lines of headers are read, enough for a long list of recipients. */
const maxHeadingLines = 12

/** Matches `From: …`, also in bold and with a full-width colon, but not the address of a page. */
const heading =
  /^\s*[*_]{0,2}\p{L}[\p{L}\p{M}.'’/() -]{0,30}?[*_]{0,2}\s?[:：][*_]{0,2}(?!\/\/)(.*)$/u
/** Matches `-----Original Message-----` in any language. */
const labeledRule = /^\s*-{3,}\s?[\p{L}\p{M}][^-]{0,60}-{3,}\s*$/u
const rule = /^\s*[_=*-]{5,}\s*$/
const quoted = /^\s*>/
/** Mail programs only break lines that are at least this long, or else they indent the rest. */
const minBrokenCharacters = 50

const isBlank = (line = '') => line.trim() === ''

const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** The subject without `Re:` and similar prefixes in any language. */
const subjectOf = (text: string) =>
  wordsOf(text.replace(/^(?:\s*\p{L}{1,4}(?:[[(]\d+[\])])?\s?[:：])+/u, ''))

const hasAddress = (text: string, { addresses }: Ours) => {
  const untagged = text.toLowerCase().replace(/\+[^@\s]*(?=@)/g, '')
  return addresses.some((address) => untagged.includes(address.toLowerCase()))
}

const hasName = (text: string, { names }: Ours) => {
  const words = wordsOf(text)
  return names.some((name) => name.trim() && words.includes(wordsOf(name)))
}

/** Values of the headers on consecutive lines from here on. */
function headingsAt(lines: readonly string[], at: number): string[] {
  const values: string[] = []
  for (const [n, line] of lines.slice(at, at + maxHeadingLines).entries()) {
    const [, value] = heading.exec(line) ?? []
    const before = n > 0 ? (lines[at + n - 1] ?? '') : ''
    const isRest = !isBlank(line) && (/^\s/.test(line) || before.length >= minBrokenCharacters)
    if (value !== undefined) values.push(value)
    else if (n > 0 && isRest) values.push(`${values.pop()} ${line}`)
    else break
  }
  return values
}

/** Whether an earlier mail begins here: its headers name us or the subject, or are a program's. */
function isHeadingOfMail(
  lines: readonly string[],
  at: number,
  { ours, subject }: { ours: Ours; subject: string },
): boolean {
  const line = lines[at] ?? ''
  if (labeledRule.test(line)) {
    const next = lines.slice(at + 1, at + 3).findIndex((one) => !isBlank(one))
    return (
      next >= 0 &&
      (headingsAt(lines, at + 1 + next).length > 0 || quoted.test(lines[at + 1 + next] ?? ''))
    )
  }
  if (!heading.test(line)) return false
  const values = headingsAt(lines, at)
  const [first = ''] = values
  if (values.length >= 2 && /[<[]/.test(first) && hasAddress(first, ours)) return true
  const own = subjectOf(subject)
  return (
    values.length >= 4 &&
    values.some(
      (value) =>
        hasAddress(value, ours) || hasName(value, ours) || (own.trim() && subjectOf(value) === own),
    )
  )
}

/** Whether the text is an attribution such as `On …, … wrote:`. */
function isAttribution(text: string): boolean {
  if (text.length > maxAttributionCharacters || !/[:：]\s*$/.test(text)) return false
  const [first] = new EmailReplyParser().read(`${text}\n> x`).getFragments()
  // The library does not know every language, so a line with a digit and an address also counts.
  return first?.isQuoted() === true || (/\d/.test(text) && /@/.test(text))
}

/** Finds the first of the lines that end before `end` and attribute what follows. */
function findAttribution(lines: readonly string[], end: number): number | undefined {
  for (let start = end - 1; start >= Math.max(0, end - maxAttributionLines); start--) {
    if (isBlank(lines[start])) break
    if (isAttribution(lines.slice(start, end).join(' '))) return start
  }
  return undefined
}

const endAbove = (lines: readonly string[], at: number): number => {
  let end = at
  while (end > 0 && isBlank(lines[end - 1])) end--
  return end
}

/** Where the attribution or headers begin that precede the quoted text at `at`. */
export function findPreface(lines: readonly string[], at: number): number {
  const end = endAbove(lines, at)
  const attribution = findAttribution(lines, end)
  if (attribution !== undefined) return attribution
  let start = end
  while (start > 0 && end - start < maxHeadingLines && heading.test(lines[start - 1] ?? '')) start--
  const above = endAbove(lines, start)
  const isRule = rule.test(lines[above - 1] ?? '') || labeledRule.test(lines[above - 1] ?? '')
  if (end - start >= 2 || (end > start && isRule)) return isRule ? above - 1 : start
  return at
}

/** Whether this is a line that a mail program adds by itself, such as `Sent from my iPhone`. */
function isOfProgram(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (!isBlank(lines[at - 1]) || line.length > maxAttributionCharacters) return false
  const isSignature = new EmailReplyParser()
    .read(`x\n\n${line}`)
    .getFragments()
    .at(-1)
    ?.isSignature()
  return isSignature === true && line.trim().split(/\s+/).length > 2
}

const isClosedByAddress = (line: string) => /<[^<>\s]+@[^<>]+>[^<>]*[:：]\s*$/.test(line)

function findEarlierMail(
  lines: readonly string[],
  about: { ours: Ours; subject: string },
): number | undefined {
  let tail = lines.length
  while (tail > 0 && (isBlank(lines[tail - 1]) || quoted.test(lines[tail - 1] ?? ''))) tail--
  const found = lines.slice(0, tail).findIndex((_, at) => isHeadingOfMail(lines, at, about))
  // Only a program puts an address of ours into an attribution, so the quotation needs no marks.
  const attributed = lines
    .slice(0, tail)
    .flatMap((line, at) =>
      isClosedByAddress(line) && hasAddress(line, about.ours) ? [at + 1] : [],
    )
    .slice(0, maxAttributions)
    .map((end) => findAttribution(lines, end) ?? -1)
  const quotes = lines.slice(tail).some((line) => quoted.test(line)) ? findPreface(lines, tail) : -1
  const starts = [found, quotes, ...attributed]
  const start = Math.min(...starts.filter((one) => one >= 0))
  return Number.isFinite(start) ? start : undefined
}

/**
 * Splits off everything that comes from earlier mails: quoted lines, and what follows a mail's
 * headers. Nothing that a person wrote is cut off because of its wording.
 */
export function splitReply(
  whole: string,
  about: { ours: Ours; subject: string },
): { text: string; quotedText: string | null } {
  const lines = whole.split('\n')
  const unsplit = { text: whole.trim(), quotedText: null }
  const shortened = lines.map((line) => line.slice(0, maxLineCharacters))
  let start = findEarlierMail(shortened, about)
  if (start === undefined) return unsplit
  const rest = lines.slice(start).join('\n').trim()
  for (let n = 0, end = endAbove(shortened, start); n < 3 && end > 0; n++) {
    if (!rule.test(shortened[end - 1] ?? '') && !isOfProgram(shortened, end - 1)) break
    start = end - 1
    end = endAbove(shortened, start)
  }
  const text = lines.slice(0, start).join('\n').trim()
  return text ? { text, quotedText: lines.slice(start).join('\n').trim() || rest } : unsplit
}
