/**
 * Runs the checks, the same on a laptop and in CI: `npm test`, or `npm test -- unit browser` for
 * some of them. A failing check does not stop the others. The last line has the totals. Browser
 * tests are tried up to three times and unit tests twice, but only once with `--strict`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findOldestPostgres } from '#test/harness/postgres-server.ts'
import { findChromium, headlessShell } from './find-chromium.ts'
import { aptInstall, mayInstall } from './install-debian.ts'
import { runProgram, stopOnSignals, stopSignal } from './run-program.ts'
import {
  type Outcome,
  outcomeOfExit,
  outcomeOfPlaywright,
  outcomeOfVitest,
  type Result,
  skip,
  summarize,
} from './test-summary.ts'

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: 'boolean', default: false } },
})
const { strict } = values

type Check = { name: string; about: string; run: () => Promise<Outcome> }

const checks: Check[] = [
  {
    name: 'format',
    about: 'format and lint',
    run: () => program(['biome', 'ci']),
  },
  {
    name: 'types',
    about: 'types of routes and code',
    // On two cores, the default of four checkers takes half as long again.
    run: () => program(['react-router', 'typegen'], ['tsc', '--noEmit', '--checkers', '2']),
  },
  {
    name: 'structure',
    about: 'layers, domains, parts, paths in documents',
    run: () => program(['node', 'scripts/check-structure.ts']),
  },
  {
    name: 'unused',
    about: 'no unused file, export or dependency',
    run: () => program(['knip']),
  },
  {
    name: 'versions',
    about: 'exact and safe versions of every package',
    run: () => program(['node', 'scripts/check-versions.ts']),
  },
  {
    name: 'budgets',
    about: 'how much a browser loads of each page',
    run: () => program(['node', 'scripts/check-budgets.ts']),
  },
  { name: 'unit', about: 'unit and feature tests', run: () => vitest([]) },
  { name: 'oldest', about: 'the SQL again, on the oldest PostgreSQL here', run: onOldest },
  { name: 'browser', about: 'browser journeys', run: inBrowser },
]

/** Runs the programs of a check until one fails. */
async function program(...lines: [string, ...string[]][]): Promise<Outcome> {
  for (const [name, ...args] of lines) {
    const exitCode = await runProgram(name, args)
    if (exitCode !== 0) return outcomeOfExit(exitCode)
  }
  return outcomeOfExit(0)
}

async function vitest(files: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const report = freshReport()
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exitCode = await runProgram(
    'vitest',
    ['run', ...(strict ? ['--retry=0'] : []), ...reporters, ...files],
    env,
  )
  return outcomeOfVitest(takeReport(report), exitCode)
}

/** Tests of SQL beyond access by primary key; connections and locks are the same in any version. */
const sqlTests = [
  ...[
    'database/failures',
    'database/pagination',
    'backup/move',
    'jobs/jobs.test',
    'service/idempotency.test',
  ].map((part) => `src/server/${part}`),
  ...[
    'site/analytics/',
    'admin/charts/',
    'automations/watcher/',
    'booking/bookings/confirm-hold',
    'chat/server/chat-',
    'clients/clients',
    'clients/data-exchange/erased-mail',
    'clients/data-exchange/one-person',
    'clients/data-exchange/spreadsheets',
    'clients/timeline/',
    'inbox/deadlines/',
    'leads/changing-many',
    'leads/conversion/',
    'leads/list',
    'mail/incoming/store-mail',
    'mail/threads/',
  ].map((part) => `src/features/${part}`),
]

async function onOldest(): Promise<Outcome> {
  if (!findOldestPostgres() && mayInstall()) await aptInstall('postgresql')
  const programs = findOldestPostgres()
  if (!programs) return skip('no PostgreSQL of the system here and none could be installed')
  console.log(programs)
  return await vitest(sqlTests, { TEST_POSTGRES: programs })
}

async function inBrowser(): Promise<Outcome> {
  const path = await installedChromium()
  if (!path) return skip('no Chromium here and none could be installed; CHROMIUM_PATH names one')
  const report = freshReport()
  const exitCode = await runProgram(
    'playwright',
    ['test', ...(strict ? ['--retries=0'] : []), '--reporter=list,json'],
    {
      CHROMIUM_PATH: path,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  )
  return outcomeOfPlaywright(takeReport(report), exitCode)
}

/** The path of a Chromium that starts. It is installed if necessary and possible. */
async function installedChromium(): Promise<string | undefined> {
  const working = () => {
    const candidates = [findChromium(), chromium.executablePath()]
    // Ubuntu's package is a stub that only explains how to install a snap.
    return candidates.find((path) => path && spawnSync(path, ['--version']).status === 0)
  }
  if (mayInstall() && !process.env.CHROMIUM_PATH && !existsSync(headlessShell)) {
    await aptInstall('chromium-headless-shell')
  }
  if (mayInstall() && !working()) await aptInstall('chromium')
  if (!working()) await runProgram('playwright', ['install', 'chromium'])
  return working()
}

function freshReport(): string {
  return join(mkdtempSync(join(tmpdir(), 'test-report-')), 'report.json')
}

/** Reads and removes a report; undefined when none was written. */
function takeReport(path: string): string | undefined {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  rmSync(dirname(path), { recursive: true, force: true })
  return text
}

async function runAll(chosen: Check[]): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, about, run } of chosen) {
    if (stopSignal()) break
    console.log(`\n── ${name}: ${about}`)
    const start = performance.now()
    const outcome = await run().catch((error): Outcome => {
      console.log(error)
      return outcomeOfExit(1)
    })
    if (outcome.note) console.log(`SKIPPED: ${outcome.note}`)
    results.push({ name, seconds: (performance.now() - start) / 1000, ...outcome })
  }
  return results
}

const unknown = wanted.filter((name) => !checks.some((check) => check.name === name))
if (unknown.length > 0) {
  console.log(`No check is named ${unknown.join(', ')}. There are:`)
  for (const { name, about } of checks) console.log(`  ${name.padEnd(9)} ${about}`)
  process.exitCode = 2
} else {
  stopOnSignals()
  const chosen = checks.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const results = await runAll(chosen)
  const signal = stopSignal()
  if (signal) console.log(`\nStopped by ${signal}: the rest was not checked.`)
  console.log(`\n${summarize(results)}`)
  process.exitCode = signal || results.some(({ failed }) => failed > 0) ? 1 : 0
}
