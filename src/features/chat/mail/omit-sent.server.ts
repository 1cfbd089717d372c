import { firstOf } from '#contract/cut-text.ts'
import { quotableWords } from '#features/mail/incoming/fold-sent.server.ts'
import { findPreface } from '#server/mime/split-reply.ts'

/** A message of the chat has 4,000; judging takes the time of the whole process. */
const maxJudgedCharacters = 40_000
/** Quotations whose attribution is looked for. */
const maxPrefaces = 50

const quoted = /^\s*>/

/**
 * The words of a mail without what is found in mails of ours and the lines that attribute it.
 * Whatever else is quoted stays.
 *
 * @param sent words of our mails.
 * @param origin of our addresses, which are secret.
 */
export function omitSent(text: string, sent: readonly string[], origin: string): string {
  const lines = firstOf(text, maxJudgedCharacters).split('\n')
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
