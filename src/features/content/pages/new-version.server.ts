import { createHash } from 'node:crypto'
import { inArray, or, sql } from 'drizzle-orm'
import { variable } from '#contract/settings/text-fields.ts'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import { canonicalJson } from '#server/content/settings-document.ts'
import type { Transaction } from '#server/database/open.ts'
import { media, pageVersions } from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { picturesIn, type TextTree, withPictures } from '../page-text/text-tree.ts'
import type { PageKind } from './contract.ts'
import type { Reader, VersionRow } from './page-store.server.ts'

export type Values = Readonly<Record<string, string>>

/** Values of the variables that a text contains. */
export function factsOf(texts: { title: string; summary: string; body: string }, values: Values) {
  const all = `${texts.title}\n${texts.summary}\n${texts.body}`
  const names = new Set(Array.from(all.matchAll(variable), ([, name = '']) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** Sizes and files of the pictures at these addresses, by address. */
async function findPictures(db: Reader, paths: readonly string[]) {
  const names = paths.map((path) => path.slice('/media/'.length))
  const named = await db.select().from(media).where(inArray(media.publicName, names))
  const masters = named.map(({ derivedFrom, id }) => derivedFrom ?? id)
  const all =
    masters.length === 0
      ? []
      : await db
          .select()
          .from(media)
          .where(or(inArray(media.derivedFrom, masters), inArray(media.id, masters)))
          .orderBy(media.width)
  const byMaster = Map.groupBy(
    all.filter(({ derivedFrom }) => derivedFrom !== null),
    ({ derivedFrom }) => derivedFrom,
  )
  const notes = named.filter(({ purpose }) => purpose === 'note')
  return new Map(
    notes.map(({ publicName, derivedFrom, id, width, height }) => {
      const files = byMaster.get(derivedFrom ?? id) ?? []
      const sources = files.map((file) => `/media/${file.publicName} ${file.width}w`)
      return [`/media/${publicName}`, { width, height, sources: sources.join(', ') }]
    }),
  )
}

/** Adds sizes and files of the pictures in a text. Pictures that do not exist are removed. */
export async function fillPictures(db: Reader, tree: TextTree): Promise<TextTree> {
  const paths = picturesIn(tree)
  if (paths.length === 0) return tree
  const found = await findPictures(db, paths)
  return withPictures(tree, (path) => found.get(path))
}

type NewVersion = Pick<VersionRow, 'title' | 'slug' | 'summary' | 'body' | 'tree'> & {
  facts: Record<string, string>
  authorId: string | null
} & Partial<
    Pick<VersionRow, 'changeNote' | 'automatic' | 'effectiveAt' | 'withdrawnAt' | 'createdAt'>
  >

/** Hash of everything that visitors could read. */
const hashOfVersion = ({
  title,
  slug,
  summary,
  body,
  facts,
}: Pick<NewVersion, 'title' | 'slug' | 'summary' | 'body' | 'facts'>) =>
  createHash('sha256').update(canonicalJson({ title, slug, summary, body, facts })).digest()

/** Adds the next version of a page. It takes effect immediately unless `effectiveAt` is set. */
export async function addVersion(
  tx: Transaction,
  { id }: { id: string },
  { effectiveAt, ...version }: NewVersion,
): Promise<VersionRow> {
  const [made] = await tx
    .insert(pageVersions)
    .values({
      ...version,
      pageId: id,
      sha256: hashOfVersion(version),
      number: sql`(select coalesce(max(number), 0) + 1 from ${pageVersions} where page_id = ${id})`,
      effectiveAt: effectiveAt ?? sql`date_trunc('milliseconds', clock_timestamp())`,
    })
    .returning()
  if (!made) throw new Error('insert returned no row')
  return made
}

/**
 * Records a publication, with the hash of the text but never the text itself.
 *
 * @param context undefined for an import, whose publications have no receipts.
 */
export async function recordVersion(
  tx: Transaction,
  context: SignedInContext | undefined,
  { kind }: { kind: PageKind },
  { pageId, slug, number, sha256, effectiveAt }: VersionRow,
): Promise<void> {
  const isLegal = kind === 'legal'
  const details = {
    slug,
    number,
    sha256: Buffer.from(sha256).toString('hex'),
    effectiveAt: effectiveAt.toISOString(),
  }
  const action = isLegal ? 'settings.legal_published' : 'page.published'
  await record(tx, context?.user, { action, subject: 'page', subjectId: pageId, details })
  if (!isLegal || !context) return
  await appendReceipt(context, tx, {
    kind: 'settings.legal_published',
    actor: { kind: 'user', ref: context.user.id },
    subject: { type: 'settings', id: pageId },
    data: details,
  })
}
