import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import {
  outcomeOfExit,
  outcomeOfPlaywright,
  outcomeOfVitest,
  skip,
  summarize,
} from './test-summary.ts'

const root = join(import.meta.dirname, '..')

test('a check without tests counts as one', () => {
  expect(outcomeOfExit(0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(outcomeOfExit(2)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('the tests of a Vitest report are counted', () => {
  const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }
  const outcome = { passed: 7, failed: 2, skipped: 2 }
  expect(outcomeOfVitest(JSON.stringify(report), 1)).toMatchObject(outcome)
})

test('a test file that cannot be read is named', () => {
  const testResults = [
    { name: join(root, 'src/b.test.ts'), message: 'cannot be read', assertionResults: [] },
  ]
  const { failures } = outcomeOfVitest(JSON.stringify({ testResults }), 1)
  expect(failures).toEqual(['src/b.test.ts: cannot be read'])
})

/** A steady, a flaky, a failing and a skipped test for either runner. */
const sample = (runner: string) => `
import { test, expect } from '${runner}'
let tries = 0
test('steady', () => {})
test('flaky', ({}, info) => {
  tries += 1
  expect(info?.retry ?? tries - 1).toBe(1)
})
test.skip('skipped', () => {})
if (process.env.FAILING) test('failing', () => expect(1).toBe(2))
`

/** Runs the sample and returns the runner's JSON report and exit code. */
async function reportOf(runner: 'vitest' | 'playwright', file: string, env: NodeJS.ProcessEnv) {
  const directory = temporaryDirectory()
  const at = (name: string) => join(directory, name)
  await symlink(join(root, 'node_modules'), at('node_modules'))
  await writeFile(at(file), sample(runner === 'vitest' ? 'vitest' : '@playwright/test'))
  await writeFile(at('playwright.config.mjs'), 'export default { retries: 1 }')
  const line = {
    vitest: ['run', '--root=.', '--retry=1', '--reporter=json', '--outputFile.json=report.json'],
    playwright: ['test', '--reporter=json'],
  }[runner]
  const { code } = await promisify(execFile)(join(root, 'node_modules/.bin', runner), line, {
    cwd: directory,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: at('report.json'), ...env },
  }).then(
    () => ({ code: 0 }),
    (error) => error,
  )
  return [await readFile(at('report.json'), 'utf8'), code] as const
}

test.each([
  { runner: 'vitest', file: 'a.test.ts', outcomeOf: outcomeOfVitest, name: 'a.test.ts' },
  {
    runner: 'playwright',
    file: 'a.spec.ts',
    outcomeOf: outcomeOfPlaywright,
    name: 'e2e/a.spec.ts',
  },
] as const)('$runner: a flaky test passes and is named, a failing one fails', async (given) => {
  const { runner, file, outcomeOf, name } = given
  const isFlaky = { test: expect.stringMatching(`${name} › flaky$`), reason: expect.any(String) }
  const [report, exitCode] = await reportOf(runner, file, {})
  expect(exitCode).toBe(0)
  const good = outcomeOf(report, exitCode)
  expect(good).toMatchObject({ passed: 2, failed: 0, skipped: 1, failures: [], flaky: [isFlaky] })
  expect(good.skippedTests).toEqual([expect.stringMatching(`${name} › skipped$`)])
  const bad = outcomeOf(...(await reportOf(runner, file, { FAILING: '1' })))
  expect(bad).toMatchObject({ passed: 2, failed: 1, skipped: 1, flaky: [isFlaky] })
  expect(bad.failures).toEqual([expect.stringMatching(`${name} › failing: .*expect`)])
})

test('a run that fails without a failing test or without a report is one failure', () => {
  expect(outcomeOfVitest(JSON.stringify({ numPassedTests: 7 }), 1).failed).toBe(1)
  expect(outcomeOfVitest(undefined, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(outcomeOfPlaywright(undefined, 130)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
})

test('the summary begins with failures and ends with the flaky tests and the sum', () => {
  const result = { name: 'browser', seconds: 1, passed: 3, failed: 1, skipped: 0 }
  const flaky = ['opens', 'closes'].map((title) => ({
    test: `e2e/x.spec.ts › ${title}`,
    reason: 'late',
  }))
  const lines = summarize([{ ...result, failures: ['e2e/y.spec.ts › ends: no'], flaky }]).split(
    '\n',
  )
  expect(lines).toEqual([
    '✗ e2e/y.spec.ts › ends: no',
    '↻ e2e/x.spec.ts › opens: late',
    '↻ e2e/x.spec.ts › closes: late',
    '✗ browser    1.0 s  3 passed, 1 failed',
    '',
    'flaky: 2 (e2e/x.spec.ts › opens, e2e/x.spec.ts › closes)',
    '3 passed, 1 failed',
  ])
})

test('the summary ends with the sum', () => {
  const unit = { name: 'unit tests', seconds: 12.34, passed: 7, failed: 0, skipped: 0 }
  const types = { name: 'types', seconds: 1, ...outcomeOfExit(1) }
  const browser = { name: 'browser', seconds: 0, ...skip('no Chromium') }
  expect(summarize([unit, types]).split('\n').at(-1)).toBe('7 passed, 1 failed')
  expect(summarize([unit, types, browser]).split('\n')).toEqual([
    '✓ unit tests   12.3 s  7 passed, 0 failed',
    '✗ types         1.0 s  0 passed, 1 failed',
    '– browser       0.0 s  0 passed, 0 failed, 1 skipped: no Chromium',
    '',
    'skipped: 1 (browser)',
    '7 passed, 1 failed, 1 skipped',
  ])
})
