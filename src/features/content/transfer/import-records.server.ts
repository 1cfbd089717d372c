import { eq, inArray } from 'drizzle-orm'
import { canonicalJson } from '#server/content/settings-document.ts'
import type { Transaction } from '#server/database/open.ts'
import { putInOrder } from '#server/database/order.ts'
import { caseStudies, services } from '#server/database/schema.ts'
import type { ImportedCaseStudy, ImportedService } from '../transfer-file/format.ts'
import type { Findings } from './findings.ts'

/** Names of the fields that differ. Fields that the file does not contain stay unchanged. */
function differing(row: Record<string, unknown>, values: Record<string, unknown>): string[] {
  const named = Object.keys(values).filter((name) => values[name] !== undefined)
  return named.filter((name) => canonicalJson(row[name]) !== canonicalJson(values[name]))
}

/** Services are matched by slug. */
export async function importServices(
  tx: Transaction,
  imported: readonly ImportedService[],
  found: Findings,
): Promise<void> {
  if (imported.length === 0) return
  const slugs = imported.map(({ slug }) => slug)
  const rows = await tx.select().from(services).where(inArray(services.slug, slugs))
  const present = new Map(rows.map((row) => [row.slug, row]))
  const added: (typeof services.$inferInsert)[] = []
  for (const { pricingModel, ...given } of imported) {
    const values = {
      ...given,
      ...(pricingModel !== undefined && { pricingModel: pricingModel ?? '' }),
    }
    const row = present.get(given.slug)
    if (!row) {
      added.push(values)
      found.change('service', 'added', given.title)
      continue
    }
    const fields = differing(row, values)
    if (fields.length === 0) continue
    const change = { ...values, updatedAt: new Date() }
    await tx.update(services).set(change).where(eq(services.id, row.id))
    found.change('service', 'changed', given.title, fields)
  }
  const made =
    added.length === 0
      ? []
      : await tx.insert(services).values(added).returning({ id: services.id, slug: services.slug })
  const ids = new Map([...rows, ...made].map(({ id, slug }) => [slug, id]))
  await putInOrder(
    tx,
    services,
    slugs.flatMap((slug) => ids.get(slug) ?? []),
  )
}

/** Case studies are matched by id. */
export async function importCaseStudies(
  tx: Transaction,
  imported: readonly ImportedCaseStudy[],
  found: Findings,
): Promise<void> {
  if (imported.length === 0) return
  const ids = imported.map(({ id }) => id)
  const rows = await tx.select().from(caseStudies).where(inArray(caseStudies.id, ids))
  const present = new Map(rows.map((row) => [row.id, row]))
  const added: ImportedCaseStudy[] = []
  for (const given of imported) {
    const row = present.get(given.id)
    if (!row) {
      added.push(given)
      found.change('case_study', 'added', given.title)
      continue
    }
    const values = { ...given, demo: row.demo && given.demo }
    const fields = differing(row, values)
    if (fields.length === 0) continue
    await tx
      .update(caseStudies)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(caseStudies.id, row.id))
    found.change('case_study', 'changed', given.title, fields)
  }
  if (added.length > 0) await tx.insert(caseStudies).values(added)
  await putInOrder(tx, caseStudies, ids)
}
