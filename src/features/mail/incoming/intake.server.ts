import { and, eq } from 'drizzle-orm'
import { cutText } from '#contract/cut-text.ts'
import { toAsciiDomain } from '#contract/email-address.ts'
import type { Transaction } from '#server/database/open.ts'
import { mailIntake as table } from '#server/database/schema.ts'
import type { Received } from '#server/files/storage.ts'
import type { Dependencies } from '#server/service/context.ts'

export const maxMailBytes = 26_214_400

/** Longer headers are not parsed. */
export const maxHeadBytes = 256 * 1024
const maxFromCharacters = 4000
const maxFromAddresses = 20

/**
 * The addresses in `From` and `Reply-To`, by which a mail can be found before it is parsed. Quoted
 * names and comments may contain other addresses.
 */
async function readFrom({ file }: Received): Promise<string[]> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeadBytes), { position: 0 })
  const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n\r?\n/, 1)
  const values = [...head.matchAll(/^(?:from|reply-to)[ \t]*:((?:.|\r?\n[ \t])*)/gim)].map(
    ([, value]) => value,
  )
  const names = /"(?:[^"\\]|\\.)*"|\([^()]*\)/g
  const from = cutText(values.join(' '), maxFromCharacters).replace(names, ' ').replaceAll('\0', '')
  const addresses = from.match(/[^\s<>"(),;:]+@[^\s<>"(),;:]+/g) ?? []
  return addresses
    .slice(0, maxFromAddresses)
    .map((one) => toAsciiDomain(cutText(one, 320)).toLowerCase())
}

type Origin = {
  source: 'imap' | 'post'
  /** Identifies the mail at its source; defaults to the SHA-256 of its content. */
  sourceKey?: string
  /** Null if unknown; empty for the null sender. */
  envelopeSender: string | null
  envelopeRecipient: string | null
}

/** Runs in the transaction that stores the row, even for a duplicate. */
type Also = (tx: Transaction) => Promise<void>

/**
 * Commits the staged file and then its row. After a crash, `removeStrays` removes a file without a
 * row.
 */
export async function storeIntake(
  { db, storage, jobs }: Pick<Dependencies, 'db' | 'storage' | 'jobs'>,
  received: Received,
  { sourceKey, ...origin }: Origin,
  also: Also = async () => {},
): Promise<{ id: string; isNew: boolean }> {
  const sha256 = received.sha256()
  const key = sourceKey ?? sha256.toString('hex')
  const { source } = origin
  const isSame = and(eq(table.sourceKey, key), eq(table.source, source))
  const find = async (tx: Pick<Transaction, 'select'>) => {
    const [found] = await tx.select({ id: table.id }).from(table).where(isSame)
    return found?.id
  }
  const existing = await find(db)
  if (existing) {
    await db.transaction(also)
    return { id: existing, isNew: false }
  }
  const fromAddresses = await readFrom(received)
  await received.commit(sha256)
  const row = {
    sourceKey: key,
    fromAddresses,
    storageKey: received.key,
    fileSize: received.size(),
    sha256,
  }
  const { id, isNew } = await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(table)
      .values({ ...origin, ...row })
      .onConflictDoNothing()
      .returning({ id: table.id })
    await also(tx)
    return { id: made?.id ?? (await find(tx)) ?? '', isNew: made !== undefined }
  })
  if (!isNew) await storage.remove(received.key)
  jobs.wake('mail_intake')
  return { id, isNew }
}
