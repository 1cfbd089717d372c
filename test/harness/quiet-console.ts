import { afterEach, beforeEach, expect } from 'vitest'

const noisy = ['log', 'info', 'warn', 'error', 'debug'] as const
let calls: string[] = []
const originals = new Map(noisy.map((method) => [method, console[method]]))

/** A driver warns, for example, about a call that its next version refuses. */
const recordWarning = ({ name, message }: Error) => void calls.push(`${name}: ${message}`)

beforeEach(() => {
  calls = []
  process.on('warning', recordWarning)
  for (const method of noisy) {
    console[method] = (...words: unknown[]) => {
      calls.push(`${method}: ${words.map(String).join(' ')}`)
    }
  }
})

afterEach(() => {
  process.off('warning', recordWarning)
  for (const [method, original] of originals) console[method] = original
  expect(calls, 'a test must leave the console silent').toEqual([])
})
