import { expect, test } from 'vitest'
import {
  outcomeOfExit,
  outcomeOfPlaywright,
  outcomeOfVitest,
  skip,
  summarise,
} from './test-summary.ts'

test('a check without tests counts as one', () => {
  expect(outcomeOfExit(0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(outcomeOfExit(2)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('the tests of a Vitest report are counted', () => {
  const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }
  const outcome = { passed: 7, failed: 2, skipped: 2 }
  expect(outcomeOfVitest(JSON.stringify(report), 1)).toMatchObject(outcome)
})

test('failed tests are named with their reason', () => {
  const passed = { status: 'passed', fullName: 'works', failureMessages: [] }
  const failed = { status: 'failed', fullName: 'adds', failureMessages: ['1 is not 2\n at a.ts'] }
  const testResults = [
    { name: 'a.test.ts', assertionResults: [passed, failed] },
    { name: 'b.test.ts', message: 'cannot be read', assertionResults: [] },
  ]
  const { failures } = outcomeOfVitest(JSON.stringify({ testResults }), 1)
  expect(failures).toEqual(['a.test.ts › adds: 1 is not 2', 'b.test.ts: cannot be read'])
  const tests = (status: string) => [{ status, results: [{}, { error: { message: 'too late' } }] }]
  const spec = { file: 'c.spec.ts', line: 7, title: 'opens' }
  const inner = [{ specs: [{ ...spec, tests: tests('flaky') }] }]
  const suites = [{ specs: [{ ...spec, tests: tests('expected') }], suites: inner }]
  const browser = outcomeOfPlaywright(JSON.stringify({ stats: { flaky: 1 }, suites }), 1)
  expect(browser.failures).toEqual(['c.spec.ts:7 › opens: too late'])
  const result = { name: 'browser', seconds: 1, ...browser }
  expect(summarise([result]).split('\n')[0]).toBe('✗ c.spec.ts:7 › opens: too late')
})

test('the tests of a Playwright report are counted, flaky ones as failures', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 } }
  const outcome = { passed: 5, failed: 2, skipped: 3 }
  expect(outcomeOfPlaywright(JSON.stringify(report), 1)).toMatchObject(outcome)
})

test('a run that fails without a failing test or without a report is one failure', () => {
  expect(outcomeOfVitest(JSON.stringify({ numPassedTests: 7 }), 1).failed).toBe(1)
  expect(outcomeOfVitest(undefined, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(outcomeOfPlaywright(undefined, 130)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
})

test('the summary ends with the sum', () => {
  const unit = { name: 'unit tests', seconds: 12.34, passed: 7, failed: 0, skipped: 0 }
  const types = { name: 'types', seconds: 1, ...outcomeOfExit(1) }
  const browser = { name: 'browser', seconds: 0, ...skip('no Chromium') }
  expect(summarise([unit, types]).split('\n').at(-1)).toBe('7 passed, 1 failed')
  expect(summarise([unit, types, browser]).split('\n')).toEqual([
    '✓ unit tests   12.3 s  7 passed, 0 failed',
    '✗ types         1.0 s  0 passed, 1 failed',
    '– browser       0.0 s  0 passed, 0 failed, 1 skipped: no Chromium',
    '',
    '7 passed, 1 failed, 1 skipped',
  ])
})
