import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { pages, pageVersions } from '#server/database/schema.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { addVersion, factsOf, recordVersion, type Values } from './new-version.server.ts'
import { clockNow, inEffect, newestFirst, toCome, type VersionRow } from './page-store.server.ts'

const changeNote = 'Firm details changed'

/** The live version and the scheduled ones. */
async function versionsInUse(tx: Transaction, pageId: string): Promise<VersionRow[]> {
  const own = eq(pageVersions.pageId, pageId)
  const [live, coming] = [
    await tx
      .select()
      .from(pageVersions)
      .where(and(own, inEffect))
      .orderBy(...newestFirst)
      .limit(1),
    await tx.select().from(pageVersions).where(and(own, toCome)).orderBy(pageVersions.effectiveAt),
  ]
  return [...live, ...coming]
}

/**
 * Adds versions of the legal texts whose variables have new values, so that what visitors could
 * read on any day remains on record. A scheduled version is replaced by one for the same day.
 */
export async function renewLegalTexts(
  tx: Transaction,
  context: SignedInContext | undefined,
  values: Values,
): Promise<void> {
  const texts = await tx
    .select()
    .from(pages)
    .where(and(eq(pages.kind, 'legal'), isNull(pages.deletedAt)))
  for (const page of texts) {
    for (const version of await versionsInUse(tx, page.id)) {
      const facts = factsOf(version, values)
      const isSame = Object.keys(facts).every((name) => facts[name] === version.facts[name])
      if (isSame) continue
      const { title, slug, summary, body, tree, effectiveAt } = version
      const isToCome = effectiveAt > new Date()
      if (isToCome) {
        await tx
          .update(pageVersions)
          .set({ withdrawnAt: clockNow })
          .where(and(eq(pageVersions.pageId, page.id), eq(pageVersions.number, version.number)))
      }
      const made = await addVersion(tx, page, {
        title,
        slug,
        summary,
        body,
        tree,
        facts,
        changeNote,
        automatic: true,
        authorId: context?.user.id ?? null,
        ...(isToCome && { effectiveAt }),
      })
      await recordVersion(tx, context, page, made)
    }
  }
}
