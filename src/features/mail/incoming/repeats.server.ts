import { buffer } from 'node:stream/consumers'
import { and, desc, eq, sql } from 'drizzle-orm'
import { mailFiles, mailMessages as table } from '#server/database/schema.ts'
import type { JobDependencies } from '#server/jobs/jobs.ts'
import type { ParsedMail } from '#server/mime/parsed-mail.ts'
import { suspicions } from './classify-mail.server.ts'
import { maxHeadBytes } from './intake.server.ts'

/** The maximum number of mails with the same Message-ID and sender that are compared. */
const maxCompared = 10

/**
 * The minimum share of the shorter text's words that the longer one must contain, as a gateway may
 * add a footer.
 */
const minSharedWords = 0.8

function isAlike(one: string, other: string): boolean {
  const [few = new Set(), many = new Set()] = [one, other]
    .map((text) => new Set(text.toLowerCase().split(/\s+/).filter(Boolean)))
    .sort((a, b) => a.size - b.size)
  if (few.size === 0) return many.size === 0
  const shared = [...few].filter((word) => many.has(word))
  return shared.length >= minSharedWords * few.size
}

/** The `Date` header of a stored mail, in milliseconds. */
async function dateOf({ db, storage }: JobDependencies, messageId: string): Promise<number> {
  const [raw] = await db
    .select({ key: mailFiles.storageKey })
    .from(mailFiles)
    .where(and(eq(mailFiles.messageId, messageId), eq(mailFiles.role, 'raw')))
  if (!raw) return Number.NaN
  const start = await buffer(await storage.read(raw.key, { start: 0, end: maxHeadBytes - 1 }))
  const [head = ''] = start.toString('latin1').split(/\r?\n\r?\n/, 1)
  return Date.parse(/^date[ \t]*:((?:.|\r?\n[ \t])*)/im.exec(head)?.[1] ?? '')
}

/**
 * Finds a stored copy of a mail that arrived another way and was changed on it: the same
 * Message-ID, sender and date, and a similar text.
 *
 * @returns the id of the copy.
 */
export async function findChangedCopy(
  deps: JobDependencies,
  mail: ParsedMail,
): Promise<string | undefined> {
  const { messageId, from, date, subject, text, quotedText } = mail
  if (!messageId || !from.address || !date) return undefined
  const found = await deps.db
    .select()
    .from(table)
    .where(
      and(
        eq(table.messageId, messageId),
        eq(table.direction, 'in'),
        eq(sql`lower(${table.fromAddress})`, from.address.toLowerCase()),
      ),
    )
    .orderBy(desc(table.createdAt))
    .limit(maxCompared)
  for (const one of found) {
    // Staff were not notified of a suspect copy, so a mail that is not suspect is no repeat of it.
    if (one.suspectReasons.length > 0 && suspicions(deps, mail).length === 0) continue
    if (!isAlike(one.subject, subject)) continue
    if (!isAlike(`${one.text} ${one.quotedText ?? ''}`, `${text} ${quotedText ?? ''}`)) continue
    if ((await dateOf(deps, one.id)) === Date.parse(date)) return one.id
  }
  return undefined
}
