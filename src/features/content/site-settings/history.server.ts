import { desc, eq, lt, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { lockSiteContent } from '#server/content/content-version.ts'
import { readSettings } from '#server/content/settings-document.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { siteVersions, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { settingsChanges } from './changes.ts'

const missing = () => new Failure('not_found', 'There’s no such version.')

/** Documents are large, so a list only reads whether they exist. */
async function list(db: Database, where: ReturnType<typeof eq> | undefined, limit: number) {
  const rows = await db
    .select({
      number: siteVersions.number,
      publishedAt: siteVersions.publishedAt,
      kind: siteVersions.kind,
      restoredFrom: siteVersions.restoredFrom,
      sections: siteVersions.changed,
      note: siteVersions.note,
      sha256: siteVersions.sha256,
      removed: sql<boolean>`${siteVersions.document} is null`,
      authorId: siteVersions.authorId,
      author: staffName(users),
    })
    .from(siteVersions)
    .leftJoin(users, eq(users.id, siteVersions.authorId))
    .where(where)
    .orderBy(desc(siteVersions.number))
    .limit(limit)
  return rows.map(({ authorId, author, sha256, ...row }) => ({
    ...row,
    sha256: Buffer.from(sha256).toString('hex'),
    publishedBy: authorId ? { id: authorId, name: author } : null,
  }))
}

const usualLimit = 20

export async function listVersions(
  db: Database,
  { after, limit = usualLimit }: { after?: number | undefined; limit?: number | undefined },
) {
  const older = after === undefined ? undefined : lt(siteVersions.number, after)
  const rows = await list(db, older, limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? String(last.number) : null }
}

async function documentOf(db: Database | Transaction, number: number) {
  const [row] = await db.select().from(siteVersions).where(eq(siteVersions.number, number))
  return row && (readSettings(row.document, row.schemaVersion) ?? null)
}

/** There are no changes if one of the two documents was removed from the history. */
export async function showVersion(db: Database, number: number) {
  const [version] = await list(db, eq(siteVersions.number, number), 1)
  if (!version) throw missing()
  const [document = null, before] = [await documentOf(db, number), await documentOf(db, number - 1)]
  const isComparable = document !== null && before !== null
  return { ...version, document, changes: isComparable ? settingsChanges(before, document) : [] }
}

export async function removeVersion(
  { db, user }: SignedInContext,
  { number, confirmation }: { number: number; confirmation: string },
) {
  if (confirmation.trim() !== String(number)) {
    const message = `Type ${number} to confirm`
    throw new Failure('invalid_input', message, { fields: { confirmation: message } })
  }
  await db.transaction(async (tx) => {
    await tx.execute(lockSiteContent)
    const [newest] = await tx
      .select({ number: siteVersions.number })
      .from(siteVersions)
      .orderBy(desc(siteVersions.number))
      .limit(1)
    if (newest?.number === number) {
      throw new Failure('conflict', 'This version is live. Publish another one first.')
    }
    const own = eq(siteVersions.number, number)
    const [before] = await tx.select().from(siteVersions).where(own)
    if (!before) throw missing()
    if (before.document === null) return
    await tx.update(siteVersions).set({ document: null }).where(own)
    await record(tx, user, {
      action: 'settings.version_removed',
      subject: 'settings',
      details: { number },
    })
  })
}
