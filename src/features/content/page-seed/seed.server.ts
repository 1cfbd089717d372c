import { sql } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import { readLiveSettings } from '#server/content/live-settings.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Transaction } from '#server/database/open.ts'
import { caseStudies, pages, services, siteVersions } from '#server/database/schema.ts'
import type { TextTree } from '../page-text/text-tree.ts'
import type { PageKind } from '../pages/contract.ts'
import { addVersion, factsOf } from '../pages/new-version.server.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { variablesOf } from '../resolved-settings/variables.ts'
import { demoNotes, demoPages } from './demo-texts.ts'
import { legalTexts, legalTextsOf, type Retain } from './legal-texts.ts'

type NewText = {
  kind: PageKind
  slug: string
  title: string
  summary: string
  body: string
  day: string
}

/** Noon in UTC is on the same day in every zone from UTC-12 to UTC+11. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** Whether a new installation shows demo content. */
const isDemo = defaultSettings().demo.showDemoContent

const trees = new Map<string, TextTree>()

/** The parser is imported here, because only the first start needs it. */
async function treeOf(body: string): Promise<TextTree> {
  const { parseMarkdown } = await import('../page-text/parse-markdown.ts')
  const tree = trees.get(body) ?? parseMarkdown(body)
  trees.set(body, tree)
  return tree
}

async function seedPage(
  tx: Transaction,
  { kind, slug, title, summary, day, ...text }: NewText,
  settings: SiteSettings,
  position: number,
): Promise<void> {
  const body = text.body.trim()
  const [effectiveAt, demo] = [noon(day), isDemo]
  const id = await insertRow(tx, pages, {
    kind,
    slug,
    title,
    summary,
    body,
    demo,
    position,
    firstPublishedAt: effectiveAt,
  })
  const facts = factsOf({ title, summary, body }, variablesOf(settings))
  const tree = await treeOf(body)
  const version = { title, slug, summary, body, facts, tree, effectiveAt, authorId: null }
  await addVersion(tx, { id }, version)
}

/** Whether the content of a new installation is still unchanged. */
async function isUntouched(tx: Transaction): Promise<boolean> {
  for (const table of [services, caseStudies]) {
    if ((await tx.$count(table, sql`updated_at <> created_at`)) > 0) return false
    if ((await tx.$count(table)) === 0) return false
  }
  return (await tx.$count(siteVersions)) === 1
}

/** Stores version 1 of the legal texts, and of the demo pages and notes. */
export async function seedPages(tx: Transaction, retain: Retain): Promise<void> {
  const settings = (await readLiveSettings(tx))?.document
  if (!settings) throw new Error('No version of the site settings can be read.')
  const legal = legalTexts(isDemo, retain)
  const texts: NewText[] = legal.map((text) => ({ ...text, kind: 'legal', day: legalTextsOf }))
  if (isDemo && (await isUntouched(tx))) {
    texts.push(
      ...demoPages.map((text) => ({ ...text, kind: 'page' as const, day: legalTextsOf })),
      ...demoNotes.map((text) => ({ ...text, kind: 'note' as const })),
    )
  }
  for (const [position, text] of texts.entries()) await seedPage(tx, text, settings, position)
}
