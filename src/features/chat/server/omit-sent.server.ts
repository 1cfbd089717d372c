import { firstOf } from '#contract/cut-text.ts'
import { quotableWords } from '#features/mail/incoming/fold-own-quotation.server.ts'
import { findPreface } from '#server/mime/split-reply.ts'

/** A chat message has at most 4,000; the comparison blocks the whole process. */
const maxComparedCharacters = 40_000
/** The maximum number of quotations whose attribution is searched for. */
const maxPrefaces = 50

const quoted = /^\s*>/

/**
 * Removes quotations of our own mails from a text, with the lines that attribute them. All other
 * quotations stay.
 *
 * @param sent the normalized words of our mails.
 * @param origin the origin of our links, which are secret.
 */
export function omitSent(text: string, sent: readonly string[], origin: string): string {
  const lines = firstOf(text, maxComparedCharacters).split('\n')
  const unmarked = lines.map((line) => line.replace(/^[\s>]+/, ''))
  const kept: boolean[] = lines.map(() => true)
  let isWithin = false
  let prefaces = 0
  for (const [at, line] of lines.entries()) {
    const words = quotableWords(line, origin)
    if (words === '') continue
    const isOurs = sent.some((one) => one.includes(words))
    const isFirst: boolean = isOurs && !isWithin && ++prefaces <= maxPrefaces
    const preface: number = isFirst ? findPreface(unmarked, at) : at
    isWithin = isOurs && (isWithin || quoted.test(line) || preface < at)
    if (isWithin) kept.fill(false, preface, at + 1)
  }
  const isKept = (line: string, at: number) => kept[at] && !/^[\s>]*>\s*$/.test(line)
  return lines
    .filter(isKept)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
