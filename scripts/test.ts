/**
 * The list of checks, the same on a laptop and in CI: `npm test`, or `npm test -- unit browser` for
 * some of them. A failing check does not stop the others. The last line gives the totals. Browser
 * tests are tried up to three times, unit tests twice; with `--strict` everything once.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import pLimit from 'p-limit'
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
  summarise,
} from './test-summary.ts'

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: 'boolean', default: false } },
})
const { strict } = values

type Print = (text: string) => void

type Check = {
  name: string
  about: string
  run: (print?: Print) => Promise<Outcome>
  /** Fills the processors and runs alone; of the others two run at a time, each printed at its end. */
  isHeavy?: true
}

const checks: Check[] = [
  {
    name: 'types',
    about: 'types of routes and code',
    run: (print) => program(print, ['react-router', 'typegen'], ['tsc', '--noEmit']),
  },
  {
    name: 'oldest',
    about: 'the SQL, on the oldest PostgreSQL here',
    run: onOldest,
  },
  {
    name: 'format',
    about: 'format and lint',
    run: (print) => program(print, ['biome', 'ci']),
  },
  {
    name: 'structure',
    about: 'layers, domains, cycles, names',
    run: (print) => program(print, ['node', 'scripts/check-structure.ts']),
  },
  {
    name: 'unused',
    about: 'no unused file, export or dependency',
    run: (print) => program(print, ['knip']),
  },
  {
    name: 'versions',
    about: 'exact and safe versions of every package',
    run: (print) => program(print, ['node', 'scripts/check-versions.ts']),
  },
  {
    name: 'budgets',
    about: 'how much a browser loads of each page',
    run: (print) => program(print, ['node', 'scripts/check-budgets.ts']),
  },
  { name: 'unit', about: 'unit and feature tests', isHeavy: true, run: () => vitest([]) },
  { name: 'browser', about: 'browser journeys', isHeavy: true, run: inBrowser },
]

/** A check made of programs, each of which must succeed for the next to run. */
async function program(
  print: Print | undefined,
  ...lines: [string, ...string[]][]
): Promise<Outcome> {
  for (const [name, ...args] of lines) {
    const exitCode = await runProgram(name, args, {}, print)
    if (exitCode !== 0) return outcomeOfExit(exitCode)
  }
  return outcomeOfExit(0)
}

async function vitest(
  files: string[],
  env: NodeJS.ProcessEnv = {},
  print?: Print,
): Promise<Outcome> {
  const report = freshReport()
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exitCode = await runProgram(
    'vitest',
    ['run', ...(strict ? ['--retry=0'] : []), ...reporters, ...files],
    env,
    print,
  )
  return outcomeOfVitest(takeReport(report), exitCode)
}

/** Tests of SQL beyond access by primary key. */
const sqlTests = [
  ...[
    'database/failures',
    'database/postgres',
    'backup/move',
    'jobs/jobs.test',
    'pub-sub/',
    'sockets/',
    'service/idempotency.test',
  ].map((part) => `src/server/${part}`),
  ...[
    'site/analytics/',
    'admin/charts/',
    'chat/server/chat-',
    'clients/clients',
    'clients/data-exchange/',
    'leads/changing-many',
    'leads/conversions',
    'leads/list',
    'leads/searches',
    'clients/timeline/',
  ].map((part) => `src/features/${part}`),
]

async function onOldest(print?: Print): Promise<Outcome> {
  if (!findOldestPostgres() && mayInstall()) await aptInstall('postgresql')
  const programs = findOldestPostgres()
  if (!programs) return skip('no PostgreSQL of the system here and none could be installed')
  print?.(`${programs}\n`)
  return await vitest(sqlTests, { TEST_POSTGRES: programs }, print)
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

/** The path of a Chromium that starts, installing it if necessary and possible. */
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
  const twoAtATime = pLimit(2)
  const light = chosen.filter(({ isHeavy }) => !isHeavy)
  const results = await Promise.all(light.map((check) => twoAtATime(() => run(check))))
  for (const check of chosen.filter(({ isHeavy }) => isHeavy)) results.push(await run(check))
  return results.flat()
}

/** Without a result where a signal came before. */
async function run({ name, about, run, isHeavy }: Check): Promise<Result[]> {
  if (stopSignal()) return []
  const heading = `\n── ${name}: ${about}\n`
  const kept = [heading]
  if (isHeavy) process.stdout.write(heading)
  const start = performance.now()
  const outcome = await run(isHeavy ? undefined : (text) => kept.push(text)).catch(
    (error): Outcome => {
      console.log(error)
      return outcomeOfExit(1)
    },
  )
  if (!isHeavy) process.stdout.write(kept.join(''))
  if (outcome.note) console.log(`SKIPPED: ${outcome.note}`)
  return [{ name, seconds: (performance.now() - start) / 1000, ...outcome }]
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
  console.log(`\n${summarise(results)}`)
  process.exitCode = signal || results.some(({ failed }) => failed > 0) ? 1 : 0
}
