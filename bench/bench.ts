/**
 * Measures the product against its goals and writes `bench/results.md`:
 *
 * npm run bench: everything, in half an hour
 * npm run bench -- pages chat: some of pages clients search contact mail content chat sockets uploads start phone
 * npm run bench -- growth: the same with 1, 10 and 100 times the data, as curves
 * npm run bench -- growth-inbox: only those of the inbox, mail and the audit log
 * npm run bench -- --quick: a fifth of the time, as a smoke test; writes no results
 *
 * Installs what it needs from Debian (as root) and from npm into a temporary folder. Every row runs
 * in its own process with a time limit.
 */
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findChromium } from '../scripts/find-chromium.ts'
import { aptInstall, mayInstall } from '../scripts/install-debian.ts'
import { findOldestPostgres } from '../test/postgres-server.ts'
import { growth } from './growth.ts'
import { type Figure, isMet } from './measure.ts'
import { readResults, writeResults } from './results.ts'

type Row = { name: string; file: string; words?: string[]; minutes: number }

const rows: Row[] = [
  { name: 'pages', file: 'pages.ts', minutes: 3 },
  { name: 'clients', file: 'clients.ts', words: ['page'], minutes: 3 },
  { name: 'search', file: 'clients.ts', words: ['search'], minutes: 5 },
  { name: 'contact', file: 'contact.ts', minutes: 7 },
  { name: 'mail', file: 'mail-in.ts', minutes: 2 },
  { name: 'content', file: 'content.ts', minutes: 4 },
  { name: 'chat', file: 'chat.ts', minutes: 5 },
  { name: 'sockets', file: 'sockets.ts', minutes: 4 },
  { name: 'uploads', file: 'uploads.ts', minutes: 3 },
  { name: 'start', file: 'start.ts', minutes: 2 },
  { name: 'phone', file: 'lighthouse.ts', minutes: 6 },
]

/** Both use one table that takes a minute to fill, so they run as one row. */
function joined(chosen: readonly Row[]): Row[] {
  const both = chosen.filter(({ file }) => file === 'clients.ts')
  if (both.length < 2) return [...chosen]
  const one = { name: 'clients', file: 'clients.ts', words: [], minutes: 6 }
  return chosen.flatMap((row) => (row === both[0] ? [one] : both.includes(row) ? [] : [row]))
}

async function installMissing(chosen: readonly string[]): Promise<void> {
  const missing = [
    !existsSync('/usr/sbin/nginx') && 'nginx',
    !findOldestPostgres() && 'postgresql',
    chosen.includes('phone') && !findChromium() && 'chromium',
  ].filter((name) => typeof name === 'string')
  if (missing.length === 0) return
  if (!mayInstall()) throw new Error(`Install ${missing.join(', ')} first.`)
  for (const name of missing) await aptInstall(name)
}

/** Ends a row with all its child processes. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** @returns the figures, or in words why there are none. */
function run({ file, words = [], minutes }: Row, quick: boolean): Promise<Figure[] | string> {
  const flags = quick ? ['--quick'] : []
  const child = fork(new URL(file, import.meta.url), [...words, ...flags], { detached: true })
  const end = () => endGroup(child.pid)
  const stop = () => {
    end()
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => settle(`not done after ${minutes} minutes`), minutes * 60_000)
    const settle = (result: Figure[] | string) => {
      clearTimeout(tooLong)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      end()
      resolve(result)
    }
    child.once('message', (figures) => child.once('exit', () => settle(figures as Figure[])))
    child.once('exit', (code) => code !== 0 && settle(`ended with code ${code}`))
  })
}

async function measure(chosen: readonly Row[], quick: boolean): Promise<void> {
  const results = readResults()
  let failed = 0
  for (const row of joined(chosen)) {
    console.log(`\n${row.name}`)
    const figures = await run(row, quick)
    if (typeof figures === 'string') {
      failed++
      console.log(`  ${figures}`)
      continue
    }
    results.set(row.name, figures)
    if (!quick) writeResults(results)
  }
  const all = [...results.values()].flat()
  const unmet = all.filter((one) => isMet(one) === false).length
  const met = all.filter((one) => isMet(one)).length
  console.log(`\n${met} goals met, ${unmet} not met, ${failed} rows without figures.`)
  process.exitCode = failed > 0 ? 1 : 0
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const growths = ['growth', 'growth-inbox']
const unknown = positionals.filter(
  (word) => !growths.includes(word) && !rows.some(({ name }) => name === word),
)
if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}.`)
await installMissing(positionals.length > 0 ? positionals : ['phone'])
const chosen = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (chosen.length > 0) await measure(chosen, values.quick)
if (positionals.includes('growth')) await growth(values)
else if (positionals.includes('growth-inbox')) await growth(values, 'inbox')
process.exit()
