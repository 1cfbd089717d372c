/**
 * Measures the product against its goals and writes `proofs/bench/results.md`: `npm run bench --
 * --help`.
 *
 * Installs what it needs from Debian (as root) and from npm into a temporary folder. Every row runs
 * in a process of its own with a time limit.
 */
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findOldestPostgres } from '#test/harness/postgres-server.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { aptInstall, mayInstall } from '../../scripts/install-debian.ts'
import { type Figure, isMet } from './measure.ts'
import { readResults, writeResults } from './report.ts'

type Row = { name: string; file: string; minutes: number; words?: string[] }

const rows: Row[] = [
  { name: 'pages', file: 'pages.ts', minutes: 3 },
  { name: 'phone', file: 'phone.ts', minutes: 8 },
  { name: 'line', file: 'line.ts', minutes: 4 },
  { name: 'clients', file: 'clients.ts', minutes: 3 },
  { name: 'million', file: 'clients.ts', minutes: 8, words: ['million'] },
  { name: 'lists', file: 'lists.ts', minutes: 4 },
  { name: 'chat', file: 'chat.ts', minutes: 5 },
  { name: 'sockets', file: 'sockets.ts', minutes: 4 },
  { name: 'uploads', file: 'uploads.ts', minutes: 3 },
  { name: 'start', file: 'start.ts', minutes: 2 },
]

async function need(name: string, isThere: boolean): Promise<void> {
  if (isThere) return
  if (!mayInstall()) throw new Error(`Install ${name} first.`)
  await aptInstall(name)
}

/** @returns the figures, or a text that says why there are none. */
function run({ file, words = [], minutes }: Row, quick: boolean): Promise<Figure[] | string> {
  const flags = quick ? ['--quick'] : []
  const child = fork(new URL(file, import.meta.url), [...words, ...flags], { detached: true })
  /** Ends the process together with all its child processes. */
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The process has already ended by itself.
    }
  }
  process.once('exit', end)
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => finish(`not done after ${minutes} minutes`), minutes * 60_000)
    const finish = (result: Figure[] | string) => {
      clearTimeout(tooLong)
      end()
      resolve(result)
    }
    child.once('message', (figures) => child.once('exit', () => finish(figures as Figure[])))
    child.once('exit', (code) => code !== 0 && finish(`ended with code ${code}`))
  })
}

process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const order = rows.map(({ name }) => name)
const unknown = positionals.filter((word) => !order.includes(word))
if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}.`)
await need('nginx', existsSync('/usr/sbin/nginx'))
await need('postgresql', findOldestPostgres() !== undefined)
await need('chromium', findChromium() !== undefined)
const chosen = rows.filter(({ name }) =>
  positionals.length === 0 ? name !== 'million' : positionals.includes(name),
)
const results = readResults()
const all: Figure[] = []
let failed = 0
for (const row of chosen) {
  console.log(`\n${row.name}`)
  const figures = await run(row, values.quick)
  if (typeof figures === 'string') {
    failed++
    console.log(`  ${figures}`)
    continue
  }
  all.push(...figures)
  if (values.quick || row.name === 'million') continue
  results.set(row.name, figures)
  writeResults(results, order)
}
const unmet = all.filter((one) => isMet(one) === false).length
console.log(`\n${unmet} goals not met, ${failed} rows without figures.`)
process.exit(failed > 0 ? 1 : 0)
