import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import { mailMessages as table, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'

/** Messages after the one with `seenId`. Ids sort by time. */
async function since(
  tx: Transaction,
  threadId: string,
  seenId: string | null,
): Promise<SQL | undefined> {
  if (!seenId) return undefined
  const [seen] = await tx
    .select({ createdAt: table.createdAt })
    .from(table)
    .where(and(eq(table.id, seenId), eq(table.threadId, threadId)))
  // The message was canceled in the meantime.
  if (!seen) return sql`${table.id} > ${seenId}`
  const position = sql`(${seen.createdAt.toISOString()}::timestamptz, ${seenId}::uuid)`
  return sql`(${table.createdAt}, ${table.id}) > ${position}`
}

/** For example 'a, b and c'. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** @throws Failure `conflict`, which names who has answered or written since `seenId`. */
export async function assertUnchanged(
  tx: Transaction,
  threadId: string,
  seenId: string | null,
  userId: string,
): Promise<void> {
  const { kind, authorId, fromName, fromAddress } = table
  const later = await tx
    .select({ kind, authorId, fromName, fromAddress, author: staffName(users) })
    .from(table)
    .leftJoin(users, eq(users.id, authorId))
    .where(
      and(
        eq(table.threadId, threadId),
        or(eq(kind, 'reply'), eq(kind, 'received')),
        await since(tx, threadId, seenId),
      ),
    )
    .orderBy(table.createdAt, table.id)
  const acts = later.map((one) => {
    if (one.kind === 'received') return `${one.fromName || one.fromAddress} wrote`
    return `${one.authorId === userId ? 'you' : (one.author ?? 'A colleague')} answered`
  })
  if (acts.length === 0) return
  const changes = listed([...new Set(acts)])
  const sentence = `${changes.charAt(0).toUpperCase()}${changes.slice(1)} since you opened this.`
  throw new Failure('conflict', sentence)
}

const maxReferences = 50

/** The form of a Message-ID that may appear in a header. */
const messageIdForm = /^<[!-;=?-~]{1,250}>$/

/**
 * The Message-IDs that a reply refers to: the newest received or accepted mail, and its references.
 */
export async function referencesOf(
  tx: Transaction,
  threadId: string,
): Promise<{ inReplyTo?: string; references?: string[] }> {
  const [newest] = await tx
    .select({ messageId: table.messageId, references: table.references })
    .from(table)
    .where(
      and(
        eq(table.threadId, threadId),
        or(eq(table.kind, 'received'), eq(table.delivery, 'accepted')),
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(1)
  if (!newest || !messageIdForm.test(newest.messageId)) return {}
  const before = newest.references.filter((one) => messageIdForm.test(one))
  const all = [...new Set([...before, newest.messageId])]
  const [first = '', ...rest] = all
  const references = all.length <= maxReferences ? all : [first, ...rest.slice(1 - maxReferences)]
  return { inReplyTo: newest.messageId, references }
}
