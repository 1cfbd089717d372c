/** Saving, publishing and listing as versions and notes grow. Part of `npm run bench -- content`. */

import { publicUrl, signIn } from '../test/chat-pairs.ts'
import { newDatabaseOn } from '../test/database.ts'
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts'
import { startProduct } from '../test/product.ts'
import { type Figure, figure, percentile, spreadOf } from './measure.ts'

type Site = {
  version: number
  document: { firm: Record<string, unknown> }
  draft: { firm: { revision: number } }
}

async function openEditor(url: string) {
  const { cookie } = await signIn(url)
  const headers = { cookie, origin: publicUrl, 'content-type': 'application/json' }
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return { cookie, ask }
}

async function timed<T>(into: number[], act: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await act()
  into.push(performance.now() - started)
  return result
}

/** Of the last publishes, when the history is long. */
const lastPublishes = 60

async function editing(versions: number, postgres?: PostgresServer): Promise<Figure[]> {
  const databaseUrl = postgres && (await newDatabaseOn(postgres))
  await using product = await startProduct({
    environment: { PUBLIC_URL: publicUrl, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  })
  const { ask } = await openEditor(product.url)
  const site = await ask<Site>('GET', '/admin/site')
  let [{ version }, revision] = [site, site.draft.firm.revision]
  const [saves, publishes]: [number[], number[]] = [[], []]
  while (version < versions) {
    const value = { ...site.document.firm, tagline: `Version ${version + 1}` }
    const saved = await timed(saves, () =>
      ask<{ revision: number }>('PUT', '/admin/site/draft/firm', { revision, value }),
    )
    const sections = [{ section: 'firm', revision: saved.revision }]
    const input = { expectedVersion: version, sections, note: '' }
    const published = await timed(publishes, () =>
      ask<{ version: number }>('POST', '/admin/site/publish', input),
    )
    version = published.version
    revision = saved.revision + 1
  }
  const server = postgres ? 'outside server' : 'own PostgreSQL'
  const late = (name: string, ms: readonly number[], atMost: number) =>
    figure({
      name: `${name}, p95, ${server}`,
      value: spreadOf([percentile(ms, 0.95)]),
      ...{ unit: 'ms', goal: { atMost } },
      detail: `${ms.length} in a row, median ${percentile(ms, 0.5).toFixed(1)} ms, ${version} versions`,
    })
  return [
    late('save of a draft', saves.slice(-lastPublishes), 30),
    late('publish', publishes.slice(-lastPublishes), 150),
  ]
}

export async function editingFigures(quick: boolean): Promise<Figure[]> {
  const versions = quick ? 80 : 500
  await using postgres = await startPostgres()
  return [...(await editing(versions)), ...(await editing(versions, postgres))]
}

const lists = {
  'notes of the site': '/published/notes',
  'feed of the notes': '/published/feed',
  'notes in the back-office': '/admin/pages?kind=note',
}

const asked = 25

/** @param noteOf the nth note of an import. */
export async function listFigures(
  quick: boolean,
  noteOf: (n: number) => object,
): Promise<Figure[]> {
  await using product = await startProduct({ environment: { PUBLIC_URL: publicUrl } })
  const { ask } = await openEditor(product.url)
  const file = await ask<{ pages: object[] }>('GET', '/admin/site/export')
  const found = new Map<string, number[]>(Object.keys(lists).map((name) => [name, []]))
  const sizes = quick ? [100, 1_000] : [100, 1_000, 10_000]
  let there = 0
  for (const size of sizes) {
    const notes = Array.from({ length: size - there }, (_, n) => noteOf(there + n))
    await ask('POST', '/admin/site/import?mode=publish', { ...file, pages: notes })
    there = size
    for (const [name, path] of Object.entries(lists)) {
      const ms: number[] = []
      for (let n = 0; n < asked; n++) await timed(ms, () => ask('GET', path))
      found.get(name)?.push(percentile(ms, 0.5))
    }
  }
  return [...found].flatMap(([name, medians]) => {
    const [first = 0, ...more] = medians
    const detail = `medians of ${medians.map((ms) => ms.toFixed(1)).join(', ')} ms with ${sizes.map((size) => size.toLocaleString('en')).join(', ')} notes`
    return [
      figure({
        name: `${name}, with ${sizes.at(-1)?.toLocaleString('en')} of them`,
        value: spreadOf([medians.at(-1) ?? 0]),
        ...{ unit: 'ms', goal: { atMost: 20 }, detail },
      }),
      figure({
        name: `${name}, growth from 100`,
        value: spreadOf([Math.max(...more) / first]),
        ...{ unit: '', goal: { atMost: 1.3 }, detail },
      }),
    ]
  })
}
