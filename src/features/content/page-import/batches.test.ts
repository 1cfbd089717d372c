import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '#test/harness/eventually.ts'
import { exportSite, importSite, sendSite } from '#test/harness/site-transfer.ts'
import { openTestApp } from '#test/harness/test-app.ts'

const dayMs = 24 * 3_600_000
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

function versionOf(slug: string, body: string, days: number) {
  const effectiveAt = dayBefore(days)
  const text = { title: `About ${slug}`, slug, summary: '', body }
  return { ...text, changeNote: '', automatic: false, effectiveAt, withdrawnAt: null, facts: {} }
}

function pageOf(kind: string, slug: string, versions: ReturnType<typeof versionOf>[]) {
  const { title, summary, body } = versions.at(-1) ?? versionOf(slug, 'Text', 1)
  return {
    id: crypto.randomUUID(),
    kind,
    slug,
    title,
    summary,
    body,
    demo: false,
    firstPublishedAt: versions[0]?.effectiveAt,
    formerSlugs: [`former-${slug}`],
    versions,
  }
}

/** Exceeds a batch in the number of notes, of versions of one text, and of bytes. */
function manyPages(text: string) {
  const notes = Array.from({ length: 130 }, (_, n) => {
    const slug = `note-${String(n).padStart(3, '0')}`
    const body = `${text} ${n}${n % 40 === 0 ? ' many words'.repeat(5_000) : ''}`
    return pageOf('note', slug, [versionOf(slug, body, 1)])
  })
  const versions = Array.from({ length: 230 }, (_, n) =>
    versionOf('long-history', `${text} ${Math.floor(n / 2)}`, 300 - n),
  )
  return [pageOf('legal', 'long-history', versions), ...notes]
}

const kept = (pages: Record<string, unknown>[]) =>
  pages.filter(({ slug }) => /^(note-|long-)/.test(String(slug)))

test('pages of many batches are imported whole, changed in place, and nothing stays staged', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const file = await exportSite(app, owner)
  const sent = { ...file, settings: {}, pages: manyPages('Text') }
  const { changes } = await importSite(app, owner, 'publish', sent)
  expect(changes.map(({ act }) => act)).toEqual(sent.pages.map(() => 'added'))
  const first = await exportSite(app, owner)
  expect(kept(first.pages)).toEqual(sent.pages)
  expect(await importSite(app, owner, 'publish', sent)).toMatchObject({ changes: [] })

  const next = { ...sent, pages: manyPages('Other') }
  const again = await importSite(app, owner, 'publish', next)
  expect(again.changes.map(({ act, fields }) => [act, fields])).toEqual(
    next.pages.map(() => ['changed', ['body', 'published']]),
  )
  const second = kept((await exportSite(app, owner)).pages)
  expect(second.map(({ id, body }) => ({ id, body }))).toEqual(
    sent.pages.map(({ id }, at) => ({ id, body: next.pages[at]?.body })),
  )
  // A legal text keeps all its versions. Of other pages, the file contains only the live version.
  expect(second.map(({ versions }) => (versions as unknown[]).length)).toEqual([
    231,
    ...sent.pages.slice(1).map(() => 1),
  ])
  const staged = () =>
    readdirSync(join(app.deps.config.dataDir, 'documents')).filter((name) => /part$/.test(name))
  // The last export deletes its file only after the response.
  await eventually(() => expect(staged()).toEqual([]))
}, 120_000)

test('an address that an earlier page of the file had is refused, in a batch and across', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const file = await exportSite(app, owner)
  const pages = manyPages('Text').slice(1)
  for (const at of [1, 129]) {
    const taking = pageOf('note', 'former-note-000', [versionOf('former-note-000', 'Mine', 1)])
    const sent = pages.map((page, index) => (index === at ? taking : page))
    const answer = await sendSite(app, owner, 'publish', { ...file, pages: sent })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain(`pages.${at}.slug: Another page has this address`)
  }
  expect((await exportSite(app, owner)).pages).toEqual(file.pages)
}, 120_000)
