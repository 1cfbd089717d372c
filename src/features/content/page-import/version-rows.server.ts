import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { pageVersions } from '#server/database/schema.ts'
import { picturesIn, type TextTree, withPictures } from '../page-text/text-tree.ts'
import { findPictures, hashOfVersion } from '../pages/new-version.server.ts'

type Row = Omit<typeof pageVersions.$inferInsert, 'sha256' | 'tree' | 'facts'> & {
  facts: Record<string, string>
  /** JSON, without the sizes of pictures. */
  tree: string
}

/** Adds sizes and files of the pictures that the trees refer to. */
async function fillTrees(tx: Transaction, texts: readonly string[]): Promise<(SQL | TextTree)[]> {
  const trees = texts.map((json) =>
    json.includes('/media/') ? (JSON.parse(json) as TextTree) : sql`${json}::jsonb`,
  )
  const paths = trees.flatMap((tree) => (Array.isArray(tree) ? picturesIn(tree) : []))
  if (paths.length === 0) return trees
  const found = await findPictures(tx, [...new Set(paths)])
  return trees.map((tree) =>
    Array.isArray(tree) ? withPictures(tree, (path) => found.get(path)) : tree,
  )
}

/** Adds versions of several pages in one statement. */
export async function addVersions(tx: Transaction, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const trees = await fillTrees(
    tx,
    rows.map(({ tree }) => tree),
  )
  await tx.insert(pageVersions).values(
    rows.map(({ facts, ...row }, at) => ({
      ...row,
      facts,
      tree: trees[at],
      sha256: hashOfVersion({ ...row, summary: row.summary ?? '', facts }),
    })),
  )
}
