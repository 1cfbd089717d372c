import { buffer } from 'node:stream/consumers'
import { and, desc, eq, sql } from 'drizzle-orm'
import { mailFiles, mailMessages as table } from '#server/database/schema.ts'
import type { JobDependencies } from '#server/jobs/jobs.ts'
import type { ParsedMail } from '#server/mime/parsed-mail.ts'
import { suspicions } from './classify-mail.server.ts'
import { maxHeadBytes } from './intake.server.ts'

/** Of one Message-ID and sender. */
const maxCompared = 10

/** Of the words of the shorter text in the longer one, as when a gateway adds a footer. */
const minSharedWords = 0.8

function isAlike(one: string, other: string): boolean {
  const [few = new Set(), many = new Set()] = [one, other]
    .map((text) => new Set(text.toLowerCase().split(/\s+/).filter(Boolean)))
    .sort((a, b) => a.size - b.size)
  if (few.size === 0) return many.size === 0
  const shared = [...few].filter((word) => many.has(word))
  return shared.length >= minSharedWords * few.size
}

/** When a stored mail says that it was written, in milliseconds. */
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
 * A stored mail that came by another way as well, and was changed on it: one of the same Message-ID,
 * sender and date, of which at most a part of the text differs.
 *
 * @returns its id.
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
    // Staff are not notified of one that may be forged, so another that may not is no repeat.
    if (one.suspectReasons.length > 0 && suspicions(deps, mail).length === 0) continue
    if (!isAlike(one.subject, subject)) continue
    if (!isAlike(`${one.text} ${one.quotedText ?? ''}`, `${text} ${quotedText ?? ''}`)) continue
    if ((await dateOf(deps, one.id)) === Date.parse(date)) return one.id
  }
  return undefined
}
