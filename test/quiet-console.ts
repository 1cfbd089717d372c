import { afterEach, beforeEach, expect } from 'vitest'

const noisy = ['log', 'info', 'warn', 'error', 'debug'] as const
let heard: string[] = []
const originals = new Map(noisy.map((method) => [method, console[method]]))

beforeEach(() => {
  heard = []
  for (const method of noisy) {
    console[method] = (...words: unknown[]) => {
      heard.push(`${method}: ${words.map(String).join(' ')}`)
    }
  }
})

afterEach(() => {
  for (const [method, original] of originals) console[method] = original
  expect(heard, 'a test must leave the console silent').toEqual([])
})
