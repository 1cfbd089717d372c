/**
 * Memory and promptness of the product while 10 MB of a site file are imported; saving and publishing
 * with a long history; lists of many notes.
 * `node bench/content.ts [--quick]` after `npm run build`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { publicUrl, signIn } from '../test/chat-pairs.ts'
import { startProduct } from '../test/product.ts'
import { editingFigures, listFigures } from './content-editing.ts'
import { type Effort, type Figure, figure, memoryMb, percentile, spreadOf } from './measure.ts'
import { runAlone } from './table.ts'

const bytes = 10 * 1024 * 1024

/** After an import, until memory is looked at again. */
const settleMs = 3_000

/** Words that differ from text to text. */
function textOf(length: number, seed: number): string {
  let state = seed * 7919 + 1
  let text = ''
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    text += `${state % 13 === 0 ? '\n\n' : ' '}${state.toString(36)}`
    if (state % 17 === 0) text += ` **bold** [link](https://a.example/${state})`
  }
  return text.slice(0, length).trim()
}

function noteOf(n: number, length: number) {
  const effectiveAt = '2026-01-01T00:00:00.000Z'
  const text = { title: `Note ${n}`, slug: `note-${n}`, summary: '', body: textOf(length, n) }
  const version = { ...text, changeNote: '', automatic: false, effectiveAt, withdrawnAt: null }
  return {
    ...{ ...text, id: crypto.randomUUID(), kind: 'note', demo: false, formerSlugs: [] },
    ...{ firstPublishedAt: effectiveAt, versions: [{ ...version, facts: {} }] },
  }
}

const contents = {
  'long texts': { count: 88, length: 59_000 },
  'short notes': { count: 9_000, length: 380 },
}

/** The content of a new installation; the notes to import are added to it. */
async function exportOf(url: string, cookie: string): Promise<{ pages: object[] }> {
  const answer = await fetch(`${url}/api/admin/site/export`, { headers: { cookie } })
  return (await answer.json()) as { pages: object[] }
}

type Measured = { grown: number[]; left: number[]; late: number[]; seconds: number[] }

async function importInto(url: string, pid: number, cookie: string, found: Measured, body: string) {
  const headers = { cookie, origin: publicUrl, 'content-type': 'application/json' }
  const before = memoryMb(pid)
  let most = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      found.late.push(performance.now() - asked)
      most = Math.max(most, memoryMb(pid))
      await wait(5)
    }
  })()
  const started = performance.now()
  try {
    const answer = await fetch(`${url}/api/admin/site/import?mode=publish`, {
      ...{ method: 'POST', headers, body },
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    found.seconds.push((performance.now() - started) / 1000)
  } finally {
    isOver = true
    await watching
  }
  await wait(settleMs)
  found.grown.push(most - before)
  found.left.push(memoryMb(pid) - before)
}

async function figuresOf(name: keyof typeof contents, rounds: number): Promise<Figure[]> {
  const { count, length } = contents[name]
  const found: Measured = { grown: [], left: [], late: [], seconds: [] }
  const notes = Array.from({ length: count }, (_, n) => noteOf(n, length))
  let size = ''
  for (let round = 0; round < rounds; round++) {
    await using product = await startProduct({ environment: { PUBLIC_URL: publicUrl } })
    const { cookie } = await signIn(product.url)
    const file = await exportOf(product.url, cookie)
    const body = JSON.stringify({ ...file, pages: [...file.pages, ...notes] })
    size = `${(body.length / bytes).toFixed(1)} × 10 MB in ${count.toLocaleString('en')} notes`
    await wait(settleMs)
    await importInto(product.url, product.pid, cookie, found, body)
  }
  const seconds = spreadOf(found.seconds).median.toFixed(1)
  return [
    figure({
      name: `import of ${name}, growth of memory`,
      ...{ value: spreadOf(found.grown), unit: 'MB', goal: { atMost: 150 } },
      detail: `${size}; ${spreadOf(found.left).median.toFixed(0)} MB are left after 3 s`,
    }),
    figure({
      name: `import of ${name}, other requests meanwhile, p99`,
      value: spreadOf([percentile(found.late, 0.99)]),
      ...{ unit: 'ms', goal: { atMost: 100 }, detail: `an import takes ${seconds} s` },
    }),
  ]
}

export async function content({ quick }: Effort): Promise<Figure[]> {
  const rounds = quick ? 1 : 3
  return [
    ...(await figuresOf('long texts', rounds)),
    ...(await figuresOf('short notes', rounds)),
    ...(await editingFigures(quick)),
    ...(await listFigures(quick, (n) => noteOf(n, contents['short notes'].length))),
  ]
}

if (import.meta.main) await runAlone(content)
