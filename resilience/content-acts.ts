import { isDeepStrictEqual } from 'node:util'
import type { Report } from '../bench/report.ts'
import { dice } from '../scripts/demo-story.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { type Shown, show, startSite } from './content-site.ts'
import { query } from './mail-ledger.ts'
import { newColleague, owner, type Staff } from './mail-staff.ts'

type Value = Record<string, unknown>
type Dice = ReturnType<typeof dice>

const sections = ['firm', 'home', 'contact', 'announcement'] as const
const atOnce = 4

/** Promises made by the product's answers, and those that turned out to be wrong. */
class Model {
  live: Value
  version: number
  readonly documents = new Map<number, Value>()
  /** By section and revision: what a save or discard was acknowledged with; null is as published. */
  readonly drafts = new Map<string, Map<number, Value | null>>()
  readonly faults: string[] = []
  conflicts = 0

  constructor({ document, version, draft }: Shown) {
    this.live = document
    this.version = version
    this.documents.set(version, document)
    for (const section of sections) {
      const { value = null, revision = 1 } = draft[section] ?? {}
      this.drafts.set(section, new Map([[revision, value]]))
    }
  }

  revisions(section: string): Map<number, Value | null> {
    return this.drafts.get(section) ?? new Map()
  }

  note(section: string, revision: number, value: Value | null): void {
    const all = this.revisions(section)
    if (all.has(revision)) this.faults.push(`two acts made revision ${revision} of ${section}`)
    all.set(revision, value)
  }

  addVersion(number: number, document: Value): void {
    if (this.documents.has(number)) this.faults.push(`version ${number} twice`)
    this.documents.set(number, document)
  }
}

/** An acknowledged publish or restore; applied in the order of their numbers. */
type Made =
  | { version: number; chosen: { section: string; revision: number }[] }
  | { version: number; from: number; parts?: string[] }

function apply(model: Model, made: Made[]): void {
  for (const one of made.sort((a, b) => a.version - b.version)) {
    if (one.version !== model.version + 1) {
      model.faults.push(`version ${one.version} after ${model.version}`)
    }
    let document = model.live
    if ('chosen' in one) {
      for (const { section, revision } of one.chosen) {
        const value = model.revisions(section).get(revision)
        if (value) document = { ...document, [section]: value }
        model.note(section, revision + 1, null)
      }
    } else {
      const old = model.documents.get(one.from) ?? {}
      document = one.parts
        ? { ...document, ...Object.fromEntries(one.parts.map((part) => [part, old[part]])) }
        : old
    }
    model.addVersion(one.version, document)
    model.live = document
    model.version = one.version
  }
}

const base = '/api/admin/site'

async function act(editor: Staff, model: Model, roll: Dice, n: number): Promise<Made | undefined> {
  const seen = await show(editor)
  const section = roll.of(sections)
  const revision = seen.draft[section]?.revision ?? 0
  const refused = ({ status }: { status: number }) => {
    if (status === 409) model.conflicts += 1
    else if (status !== 400) model.faults.push(`an act was answered ${status}`)
    return undefined
  }
  const kind = roll.below(10)
  if (kind < 4) {
    const target = roll.of(['/pages/one', '/pages/two', null])
    const fields = {
      firm: { tagline: `Tagline ${n}` },
      home: { lead: `Lead ${n}` },
      contact: { replyWithinHours: 1 + (n % 168) },
      announcement: { enabled: true, text: `Text ${n}`, linkLabel: 'More', target },
    }
    const value = { ...seen.document[section], ...seen.draft[section]?.value, ...fields[section] }
    const saved = await editor.call<{ revision: number }>(
      `${base}/draft/${section}`,
      { revision, value },
      { method: 'PUT' },
    )
    if (saved.status !== 200) return refused(saved)
    if (saved.body.revision !== revision + 1) model.faults.push('a save skipped a revision')
    model.note(section, saved.body.revision, value)
    return undefined
  }
  if (kind === 4) {
    const path = `${base}/draft/${section}?revision=${revision}`
    const gone = await editor.call(path, undefined, { method: 'DELETE' })
    if (gone.status !== 200) return refused(gone)
    model.note(section, revision + 1, null)
    return undefined
  }
  if (kind < 7) {
    const chosen = sections
      .filter((one) => one === section || roll.below(2) === 0)
      .map((one) => ({ section: one, revision: seen.draft[one]?.revision ?? 0 }))
    const made = await editor.call<{ version: number }>(`${base}/publish`, {
      ...{ expectedVersion: seen.version, sections: chosen, note: '' },
    })
    return made.status === 201 ? { version: made.body.version, chosen } : refused(made)
  }
  if (kind === 7 && seen.version > 1) {
    const isUndo = roll.below(2) === 0
    const from = isUndo ? seen.version - 1 : 1 + roll.below(seen.version)
    const parts = isUndo || roll.below(2) === 0 ? undefined : [section]
    const made = await editor.call<{ version: number }>(`${base}/versions/${from}/restore`, {
      ...{ expectedVersion: seen.version, kind: isUndo ? 'undo' : 'restore' },
      ...(parts && { sections: parts }),
    })
    if (made.status !== 201) return refused(made)
    return { version: made.body.version, from, ...(parts && { parts }) }
  }
  await turnPage(editor, model, roll)
  return undefined
}

type Page = { id: string; slug: string; revision: number; state: string }

/** Withdraws one of the two pages to which the announcement leads, or publishes it again. */
async function turnPage(editor: Staff, model: Model, roll: Dice): Promise<void> {
  const { body } = await editor.call<{ items: Page[] }>('/api/admin/pages?kind=page&limit=100')
  const page = roll.of(body.items.filter(({ slug }) => slug === 'one' || slug === 'two'))
  const path = `/api/admin/pages/${page.id}`
  const { revision } = (await editor.call<Page>(path)).body
  const done =
    page.state === 'published'
      ? await editor.call(`${path}/withdraw`, { revision })
      : await editor.call(`${path}/publish`, { revision, changeNote: '' })
  if (done.status === 409) model.conflicts += 1
  else if (done.status >= 300) model.faults.push(`a page was answered ${done.status}`)
}

/** Compares the model with what is stored and with what visitors of each instance get. */
async function compare(editor: Staff, model: Model, urls: readonly string[]): Promise<void> {
  const { version, document, draft } = await show(editor)
  if (version !== model.version) model.faults.push(`version ${version}, not ${model.version}`)
  if (!isDeepStrictEqual(document, model.live)) {
    model.faults.push(`version ${version} is not what was acknowledged`)
  }
  for (const section of sections) {
    const [revision, value] = [...model.revisions(section)].sort(([a], [b]) => b - a)[0] ?? []
    const found = draft[section]
    if (found?.revision !== revision) {
      model.faults.push(`${section} has revision ${found?.revision}, not ${revision}`)
      continue
    }
    // A draft equal to what was published when it was saved is none.
    if (value && found?.value && !isDeepStrictEqual(found.value, value)) {
      model.faults.push(`a save of ${section} was lost`)
    }
    if (!value && found?.value) model.faults.push(`a discarded draft of ${section} is there`)
  }
  const { target } = document.announcement as { target: string | null }
  if (!target) return
  for (const url of urls) {
    const { status } = await fetch(`${url}${target}`)
    if (status !== 200) model.faults.push(`the announcement leads to ${status}`)
  }
}

/** Four editors act at once, round by round; between rounds everything is as acknowledged. */
export async function randomActs(
  report: Report,
  { acts, instances, postgres }: { acts: number; instances: number; postgres?: PostgresServer },
): Promise<void> {
  await using site = await startSite(instances, postgres)
  const [url = ''] = site.urls
  const first = await owner(url)
  const editors = [first]
  for (const username of ['bo', 'cy', 'di']) {
    editors.push(await newColleague(url, first, { username, role: 'admin' }))
  }
  // With several instances each editor's calls reach them in turn.
  const at = editors.map((editor, n) => editor.at(site.urls[n % site.urls.length] ?? url))
  for (const slug of ['one', 'two']) {
    const given = { kind: 'page', title: slug, slug, body: 'Text' }
    const { body } = await first.call<Page>('/api/admin/pages', given, {
      idempotencyKey: slug.repeat(12),
    })
    await first.call(`/api/admin/pages/${body.id}/publish`, { revision: 1, changeNote: '' })
  }
  const model = new Model(await show(first))
  const roll = dice(19)
  for (let n = 0; n < acts && model.faults.length === 0; n += atOnce) {
    const acting = at.map((editor, k) => act(editor, model, dice(roll.below(1e9)), n + k))
    const made = await Promise.all(acting)
    apply(
      model,
      made.filter((one) => one !== undefined),
    )
    await compare(first, model, site.urls)
  }
  const numbers = await query<{ number: number }>(
    site.target,
    'select number from site_versions order by number',
  )
  if (numbers.some(({ number }, n) => number !== n + 1)) model.faults.push('numbers with gaps')
  const on = `${postgres ? 'outside server' : 'own PostgreSQL'}, ${instances} instance${instances > 1 ? 's' : ''}`
  report(
    model.faults.length === 0,
    `acts of four editors, ${on}: ${acts} acts, ${model.version} versions, ${model.conflicts} conflicts told: ` +
      (model.faults.length === 0
        ? 'every acknowledged save and publish is there, numbers without gaps, no dead target'
        : model.faults.slice(0, 3).join('; ')),
  )
}
