import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { mailMessages } from '#server/database/schema.ts'
import type { ParsedMail } from '#server/mime/parsed-mail.ts'
import { findPreface } from '#server/mime/split-reply.ts'

/** Longer texts are shown whole, because the comparison blocks the whole process. */
const maxComparedCharacters = 40_000

/**
 * Normalizes text so that it can be found in a quotation with other white space.
 *
 * @param origin the origin of our links, which are stored as `{link}`.
 */
export const quotableWords = (text: string, origin: string): string =>
  text
    .replace(/https?:\/\/[^\s<>]+/g, (url) => (url.startsWith(origin) ? '{link}' : url))
    .replace(/[<>\s]+/g, ' ')
    .trim()

/** The normalized texts of the mails that we sent in a thread. */
export async function sentWords(
  tx: Transaction,
  threadId: string,
  origin: string,
): Promise<string[]> {
  const sent = await tx
    .select({ text: mailMessages.text })
    .from(mailMessages)
    .where(and(eq(mailMessages.threadId, threadId), eq(mailMessages.direction, 'out')))
  return sent.map(({ text }) => quotableWords(text, origin))
}

/**
 * Folds an unmarked quotation at the end if it consists only of mails that we sent in this thread.
 */
export async function foldOwnQuotation(
  tx: Transaction,
  { threadId, origin }: { threadId: string; origin: string },
  mail: ParsedMail,
): Promise<ParsedMail> {
  if (mail.quotedText !== null || mail.text.length > maxComparedCharacters) return mail
  const sent = await sentWords(tx, threadId, origin)
  const lines = mail.text.split('\n')
  let start = lines.length
  const isSent = (line = '') => {
    const words = quotableWords(line, origin)
    return words === '' || sent.some((one) => one.includes(words))
  }
  while (start > 0 && isSent(lines[start - 1])) start--
  const preface = start < lines.length ? findPreface(lines, start) : start
  const text = lines.slice(0, preface).join('\n').trim()
  if (preface === start || !text) return mail
  return { ...mail, text, quotedText: lines.slice(preface).join('\n') }
}
