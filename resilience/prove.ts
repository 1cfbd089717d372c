/**
 * Runs all proofs one after the other and prints for each guarantee whether it held:
 *
 * `npm run prove -- [short] [Q1] [Q8] …`
 *
 * Each proof is a separate program with a time limit. The last lines, one per guarantee, are also
 * in build/prove.json. Exit code 1 when one is broken.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runProgram, stopOnSignals } from '../scripts/run-program.ts'
import { type Evidence, guarantees, type RunName, runs } from './guarantees.ts'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const isShort = words.includes('short')
const wanted = words.filter((word) => word !== 'short')
const chosen = guarantees.filter(({ id }) => wanted.length === 0 || wanted.includes(id))

type Verdict = 'SOUND' | 'BROKEN' | 'NOT RUN'
type Finding = { verdict: Verdict; text: string }
type Outcome = { exitCode: number; lines: string[] }
type Test = { file: string; title: string; status: string }

const verdictLine = /^(SOUND|BROKEN|NOT RUN) {2}(.*)$/

async function execute(name: RunName): Promise<Outcome | undefined> {
  const { script, words: usual, short, minutes } = runs[name]
  const path = join(root, script)
  if (!existsSync(path)) return undefined
  const given = isShort ? short : usual
  console.log(`\n── ${script} ${given.join(' ')}`)
  let output = ''
  const options = ['--import', './scripts/drizzle-imports.ts', path]
  const exitCode = await runProgram(
    'node',
    [...options, ...given],
    {},
    {
      longestMs: minutes * 60_000,
      onOutput: (text) => {
        output += text
      },
    },
  )
  return { exitCode, lines: output.split('\n').filter(Boolean) }
}

async function runTests(files: string[]): Promise<Test[]> {
  if (files.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'prove-'))
  const report = join(folder, 'report.json')
  console.log(`\n── tests of ${files.length} files`)
  try {
    await runProgram('vitest', [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...files,
    ])
    if (!existsSync(report)) return []
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
    }
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, status }) => ({ file: relative(root, name), title, status })),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function findingsOfRun(
  evidence: Extract<Evidence, { run: RunName }>,
  outcome: Outcome | undefined,
): Finding[] {
  const { script } = runs[evidence.run]
  if (!outcome) return [{ verdict: 'NOT RUN', text: `${script} is not there` }]
  const { exitCode, lines } = outcome
  const { judge, lines: which } = evidence
  const found = lines.flatMap((line): Finding[] => {
    if (judge) return [{ verdict: judge(line) ? 'SOUND' : 'BROKEN', text: line }]
    const [, verdict, text = ''] = verdictLine.exec(line) ?? []
    return verdict && (!which || which.test(text)) ? [{ verdict: verdict as Verdict, text }] : []
  })
  const isCut =
    found.length === 0 || (exitCode !== 0 && !lines.some((line) => /^BROKEN/.test(line)))
  if (isCut) found.push({ verdict: 'BROKEN', text: `${script} ended with ${exitCode}` })
  return found
}

function findingsOfTests(
  { file, tests: which }: Extract<Evidence, { file: string }>,
  tests: readonly Test[],
): Finding {
  if (!existsSync(join(root, file))) return { verdict: 'NOT RUN', text: `${file} is not there` }
  const found = tests.filter((test) => test.file === file && (!which || which.test(test.title)))
  const failed = found.filter(({ status }) => status === 'failed')
  const passed = found.filter(({ status }) => status === 'passed')
  const skipped = found.length - passed.length - failed.length
  const verdict = failed.length > 0 ? 'BROKEN' : passed.length === 0 ? 'NOT RUN' : 'SOUND'
  const names = failed.map(({ title }) => `; failed: ${title}`).join('')
  return { verdict, text: `${file}: ${passed.length} passed, ${skipped} skipped${names}` }
}

function worst(findings: readonly Finding[]): Verdict {
  const order: Verdict[] = ['BROKEN', 'NOT RUN', 'SOUND']
  return (
    order.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'NOT RUN'
  )
}

stopOnSignals()
const evidence = chosen.flatMap(({ by }) => by)
const files = [...new Set(evidence.flatMap((one) => ('file' in one ? [one.file] : [])))]
const names = [...new Set(evidence.flatMap((one) => ('run' in one ? [one.run] : [])))]
const startedAt = new Date()
const tests = await runTests(files.filter((file) => existsSync(join(root, file))))
const outcomes = new Map<RunName, Outcome | undefined>()
const besides = names.filter((name) => runs[name].isBeside)
const waitingFor = besides.map(async (name) => outcomes.set(name, await execute(name)))
for (const name of names) {
  if (!runs[name].isBeside) outcomes.set(name, await execute(name))
}
await Promise.all(waitingFor)

const results = chosen.map(({ id, promise, by }) => {
  const findings = by.flatMap((one) =>
    'run' in one ? findingsOfRun(one, outcomes.get(one.run)) : findingsOfTests(one, tests),
  )
  return { id, promise, verdict: worst(findings), findings }
})

console.log('')
for (const { id, promise, verdict, findings } of results) {
  const counts = findings.map(
    (one) => (one.verdict === verdict ? '' : `${one.verdict}: `) + one.text,
  )
  console.log(`${verdict.padEnd(7)}  ${id.padEnd(3)}  ${promise} — ${counts.join(' | ')}`)
}
const path = join(root, 'build/prove.json')
mkdirSync(join(root, 'build'), { recursive: true })
writeFileSync(
  path,
  `${JSON.stringify({ startedAt, endedAt: new Date(), isShort, guarantees: results }, null, 2)}\n`,
)
process.exitCode = results.some(({ verdict }) => verdict === 'BROKEN') ? 1 : 0
