import { createHash, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import sharp from 'sharp'
import type { Report } from '../bench/report.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { publishFirm, type Site, saveTagline, show, startSite, taglineAt } from './content-site.ts'
import { closeGate, openGate, plantGate, reached } from './kill-gate.ts'
import { connectTo, query } from './mail-ledger.ts'
import { owner, type Staff } from './mail-staff.ts'

const triggers = {
  'kept export stored, not noted': 'before insert on site_exports',
  'pictures stored, their rows not': 'before insert on media',
  'before the pages are stored': 'before insert on pages',
  'pages stored, versions not': 'before insert on page_versions',
  'changed pages not stored': 'before update on pages',
  'former addresses not stored': 'before insert on page_redirects',
  'before the settings are stored': 'before insert on site_versions',
  'settings stored, audit entry not': 'before insert on audit_entries',
  'before the content version grows': 'before update on content_state',
} as const

const commits = { 'at the commit': 'site_versions' }

const committed = 'committed, not answered'

/** The answer is not awaited: this is seen from the database. */
const effects = {
  [committed]: `select from audit_entries where action = 'settings.imported'
    and details ->> 'sha256' = $1`,
}

/** Before anything is in the database; seen in the folder of files. */
const halfSent = 'half of the file received'
const early = { [halfSent]: 1, 'the file being read': 3 } as const

const importSteps = [early, triggers, commits, effects].flatMap(Object.keys)

type Page = Record<string, unknown> & { slug: string; versions: Record<string, unknown>[] }
type File = Record<string, unknown> & {
  settings: Record<string, Record<string, unknown>>
  pages: Page[]
}

const path = '/api/admin/site'

async function exported(staff: Staff): Promise<File> {
  const { status, body } = await staff.call<File>(`${path}/export`)
  if (status !== 200) throw new Error(`an export was answered ${status}`)
  return { ...body, exportedAt: new Date(0).toISOString() }
}

const notesAdded = 40

/** The present content, changed, with new notes and a picture. */
async function nextFile(now: File, n: number): Promise<File> {
  const background = { r: n % 256, g: n >> 8, b: 90 }
  const create = { width: 300, height: 200, channels: 3 as const, background }
  const data = await sharp({ create }).png().toBuffer()
  const sha256 = createHash('sha256').update(data).digest('hex')
  const effectiveAt = new Date(Date.now() - 60_000).toISOString()
  const added = Array.from({ length: notesAdded }, (_, k): Page => {
    const slug = `note-${n}-${k}`
    const body = `Text ${n}. ${'Long enough to be read. '.repeat(200)}\n\n![A field](/media/${sha256.slice(0, 32)}.png)`
    const text = { title: `Note ${n}`, slug, summary: '', body }
    const version = { ...text, changeNote: '', automatic: false, effectiveAt }
    return {
      ...{ ...text, id: randomUUID(), kind: 'note', demo: false, firstPublishedAt: effectiveAt },
      formerSlugs: [`former-${n}-${k}`],
      versions: [{ ...version, withdrawnAt: null, facts: {} }],
    }
  })
  const [firstPage, ...others] = now.pages.filter(({ kind }) => kind === 'page')
  const changed = firstPage && { ...firstPage, summary: `Changed ${n}` }
  return {
    ...now,
    settings: { firm: { ...now.settings.firm, tagline: `Tagline ${n}` } },
    pages: [...(changed ? [changed] : []), ...others, ...added],
    media: [
      {
        id: randomUUID(),
        purpose: 'note',
        mimeType: 'image/png',
        sha256,
        data: data.toString('base64'),
      },
    ],
  }
}

/** Parts of the file that the site does not have. */
function missingOf(file: File, now: File): string[] {
  const present = new Map(now.pages.map((page) => [`${page.kind} ${page.slug}`, page]))
  const others = file.pages.filter((page) => {
    const found = present.get(`${page.kind} ${page.slug}`)
    return (
      found?.body !== page.body ||
      found?.summary !== page.summary ||
      found?.versions.length !== page.versions.length
    )
  })
  const isOld = file.settings.firm?.tagline !== now.settings.firm?.tagline
  return [
    ...(isOld ? ['the settings'] : []),
    ...(others.length > 0 ? [`${others.length} pages`] : []),
  ]
}

const longestMs = 15_000

const staged = (dataDir: string) =>
  readdirSync(join(dataDir, 'documents')).filter((name) => name.endsWith('.part')).length

/** Whether so many unfinished files are there within 15 s. */
async function untilStaged(dataDir: string, count: number): Promise<boolean> {
  const over = performance.now() + longestMs
  while (performance.now() < over) {
    if (staged(dataDir) >= count) return true
    await wait(2)
  }
  return false
}

/** Half of a file, and then nothing more. */
function sendHalf(staff: Staff, text: string): Promise<unknown> {
  const half = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(text.slice(0, text.length / 2))),
  })
  return staff.sendText(`${path}/import?mode=publish`, half)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function killImport(site: Site, editor: Staff, step: string, n: number): Promise<string[]> {
  const { target } = site
  const [url = ''] = site.urls
  const before = await exported(editor)
  const versionBefore = (await show(editor)).version
  const file = await nextFile(before, n)
  const text = JSON.stringify(file)
  const client = await connectTo(target)
  const isGate = step in triggers || step in commits
  await closeGate(client, isGate ? step : 'none', '')
  const left = staged(target.dataDir)
  const send = () => editor.sendText(`${path}/import?mode=publish`, text)
  const acting = step === halfSent ? sendHalf(editor, text) : send()
  const isReached =
    step in early
      ? await untilStaged(target.dataDir, left + early[step as keyof typeof early])
      : await reached(client, { step, effects, key: hashOf(text) })
  await site.kill(0)
  await acting
  await client.end().catch(() => {})
  await site.restart(0)
  await query(target, openGate)
  const between = await exported(editor)
  const isOld = isDeepStrictEqual(between, before)
  const isNew = missingOf(file, between).length === 0
  // A commit goes on without the product.
  const isWhole = step === committed ? isNew : isOld || (step in commits && isNew)
  const seen = await taglineAt(url)
  const again = await send()
  const after = await exported(editor)
  const missing = missingOf(file, after)
  const { version } = await show(editor)
  const faults = [
    !isReached && 'was not reached',
    !isWhole && 'the site was neither the old nor the new one',
    seen !== between.settings.firm?.tagline && 'visitors saw another site',
    again !== 200 && `the repeat was answered ${again}`,
    missing.length > 0 && `not there after the repeat: ${missing.join(', ')}`,
    version !== versionBefore + 1 && `version ${version} after ${versionBefore}`,
    (await lostFiles(site)) > 0 && 'a picture has no file',
  ]
  return faults.filter((fault) => typeof fault === 'string').map((fault) => `${step}: ${fault}`)
}

/** Pictures whose file is gone. */
async function lostFiles({ target }: Site): Promise<number> {
  const files = new Set(readdirSync(join(target.dataDir, 'documents')))
  const rows = await query<{ key: string }>(target, 'select storage_key as key from media')
  return rows.filter(({ key }) => !files.has(key)).length
}

/** SIGKILL at each step of an import, which is then sent again. */
export async function killedImports(
  report: Report,
  { kills, postgres }: { kills: number; postgres?: PostgresServer },
): Promise<void> {
  await using site = await startSite(1, postgres)
  const editor = await owner(site.urls[0] ?? '')
  await publishFirm(editor, 1, await saveTagline(editor, 'Tagline 0'))
  const client = await connectTo(site.target)
  await plantGate(client, triggers, commits)
  await client.end()
  const faults: string[] = []
  let n = 0
  for (let round = 0; round < kills; round++) {
    for (const step of importSteps) faults.push(...(await killImport(site, editor, step, ++n)))
  }
  report(
    faults.length === 0,
    `import killed at ${importSteps.length} steps, ${postgres ? 'outside server' : 'own PostgreSQL'}: ${n} kills: ` +
      (faults.length === 0
        ? 'the old site whole or the new one, and the repeat has it all'
        : `${faults.length} faults: ${faults.slice(0, 3).join('; ')}`),
  )
}
