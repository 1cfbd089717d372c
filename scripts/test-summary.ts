import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..')

/** The result of one check as numbers of tests. A check without tests of its own counts as one. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  note?: string
  /** The file, name and reason of each failed test, one line each. */
  failures?: string[]
  /** Tests that passed only when retried. They count as passed. */
  flaky?: FlakyTest[]
  /** Tests that cannot run here because a program is missing. */
  skippedTests?: string[]
}

type FlakyTest = { test: string; reason: string }

export type Result = Outcome & { name: string; seconds: number }

/** The outcome of a check without tests, from the exit code of its program. */
export function outcomeOfExit(exitCode: number): Outcome {
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 }
}

export function skip(note: string): Outcome {
  return { passed: 0, failed: 0, skipped: 1, note }
}

/**
 * The outcome of a Vitest run from its JSON report (undefined when it wrote none). A run that fails
 * without a failing test, for example because a file cannot be read, counts as one failure.
 */
export function outcomeOfVitest(report: string | undefined, exitCode: number): Outcome {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  }: VitestReport = report === undefined ? {} : JSON.parse(report)
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => ({
      status,
      test: `${relative(root, name)} › ${fullName}`,
      reason: firstLine(failureMessages[0]),
      failedOnce: failureMessages.length > 0,
    })),
  )
  const broken = testResults.filter(({ message }) => message)
  return atLeastOneFailure(exitCode, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: [
      ...broken.map(({ name, message }) => `${relative(root, name)}: ${firstLine(message)}`),
      ...tests.filter(({ status }) => status === 'failed').map(withReason),
    ],
    // A passed test keeps the errors of its earlier attempts.
    flaky: tests.filter(({ status, failedOnce }) => status === 'passed' && failedOnce),
    skippedTests: tests
      .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
      .map(({ test }) => test),
  })
}

/** The outcome of a Playwright run from its JSON report (undefined when it wrote none). */
export function outcomeOfPlaywright(report: string | undefined, exitCode: number): Outcome {
  const { stats = {}, suites = [] }: PlaywrightReport =
    report === undefined ? {} : JSON.parse(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  const tests = specsOf(suites).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      test: `e2e/${file} › ${title}`,
      reason: firstLine(results.find(({ error }) => error)?.error?.message),
    })),
  )
  return atLeastOneFailure(exitCode, {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: tests.filter(({ status }) => status === 'unexpected').map(withReason),
    flaky: tests.filter(({ status }) => status === 'flaky'),
    skippedTests: tests.filter(({ status }) => status === 'skipped').map(({ test }) => test),
  })
}

type VitestReport = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numTodoTests?: number
  testResults?: {
    name: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

type Suite = { specs: Spec[]; suites?: Suite[] }
type Spec = {
  file: string
  title: string
  tests: { status: string; results: { error?: { message?: string } }[] }[]
}
type PlaywrightReport = {
  stats?: { expected?: number; unexpected?: number; flaky?: number; skipped?: number }
  suites?: Suite[]
}

function specsOf(suites: Suite[]): Spec[] {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])])
}

function withReason({ test, reason }: FlakyTest): string {
  return `${test}: ${reason}`
}

function firstLine(message = 'no reason given'): string {
  const [reason = ''] = stripVTControlCharacters(message).split('\n')
  return reason.slice(0, 300)
}

function atLeastOneFailure(exitCode: number, outcome: Outcome): Outcome {
  return exitCode !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}

/**
 * Lists the failed tests and those that had to be retried, followed by the table of all checks. The
 * last lines are 'skipped: N (names)' and 'flaky: N (names)', if any, and 'N passed, N failed',
 * with 'N skipped' if any were.
 */
export function summarize(results: Result[]): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  const failures = results.flatMap(({ failures = [] }) => failures.map((line) => `✗ ${line}`))
  const flaky = results.flatMap(({ flaky = [] }) => flaky)
  const lines = results.map(({ name, seconds, note, ...counts }) => {
    const symbol = counts.failed > 0 ? '✗' : counts.passed > 0 ? '✓' : '–'
    const time = `${seconds.toFixed(1)} s`.padStart(8)
    const text = `${symbol} ${name.padEnd(width)} ${time}  ${countsOf(counts)}`
    return note ? `${text}: ${note}` : text
  })
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, result) => total + result[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  return [
    ...failures,
    ...flaky.map((test) => `↻ ${withReason(test)}`),
    ...lines,
    '',
    ...named(
      'skipped',
      results.flatMap(({ name, skippedTests, note }) => skippedTests ?? (note ? name : [])),
    ),
    ...named(
      'flaky',
      flaky.map(({ test }) => test),
    ),
    countsOf(total),
  ].join('\n')
}

function named(what: string, tests: readonly string[]): string[] {
  return tests.length > 0 ? [`${what}: ${tests.length} (${tests.join(', ')})`] : []
}

function countsOf({ passed, failed, skipped }: Outcome): string {
  const counts = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts
}
