import { cutText } from '#contract/cut-text.ts'
import type { Transaction } from '#server/database/open.ts'
import { siteVersions } from '#server/database/schema.ts'
import { withRow } from '#server/http/receive-file.ts'
import type { Dependencies } from '#server/service/context.ts'
import { importContent, prepareContent } from './import-content.server.ts'
import { readContent } from './read-content.server.ts'

/** Stores the content of a new installation, in the transaction that seeds it. */
export type FillSite = (tx: Transaction) => Promise<void>

/**
 * Seeds an installation, a new one with the file that `SITE_CONTENT` names. The file is not read in
 * an installation that has content.
 *
 * @param seed calls what it is given if it finds no content.
 * @throws Error with a one-line message for the operator.
 */
export async function seedWithContent(
  deps: Pick<Dependencies, 'db' | 'storage' | 'config'>,
  seed: (fill?: FillSite) => Promise<void>,
): Promise<void> {
  const { db, storage, config } = deps
  const path = config.siteContent
  if (!path || (await db.$count(siteVersions)) > 0) return seed()
  const keys: string[] = []
  let isUsed = false
  try {
    await withRow(storage, keys, async () => {
      const content = await prepareContent(storage, await readContent(path), keys)
      await seed(async (tx) => {
        await importContent(tx, deps, content)
        isUsed = true
      })
      if (isUsed) return
      // Another instance was first.
      for (const key of keys) await storage.remove(key)
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    const line = cutText(reason.replace(/\s+/g, ' '), 500)
    throw new Error(`SITE_CONTENT can’t be imported from ${path}: ${line}`, { cause: error })
  }
}
