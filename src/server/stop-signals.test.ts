import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { onStop } from './stop-signals.ts'

/** @param given signals, each with the milliseconds at which it arrives. */
function actsOf(...given: [name: string, atMs: number][]): string[] {
  const acts: string[] = []
  const signals = new EventEmitter()
  let nowMs = 0
  const force = () => acts.push(`force at ${nowMs}`)
  onStop(
    () => acts.push('stop'),
    force,
    signals,
    () => nowMs,
  )
  for (const [name, atMs] of given) {
    nowMs = atMs
    signals.emit(name)
  }
  return acts
}

test.each([
  [
    'npm hands it on',
    [
      ['SIGTERM', 0],
      ['SIGTERM', 3],
    ],
  ],
  [
    'three processes hand a Ctrl-C on',
    [
      ['SIGINT', 0],
      ['SIGINT', 1],
      ['SIGINT', 1_999],
    ],
  ],
] as [string, [string, number][]][])(
  'one stop although it arrives several times: %s',
  (_, given) => {
    expect(actsOf(...given)).toEqual(['stop'])
  },
)

test.each([
  [
    'again after two seconds',
    [
      ['SIGTERM', 0],
      ['SIGTERM', 5],
      ['SIGTERM', 2_000],
    ],
    2_000,
  ],
  [
    'another signal at once',
    [
      ['SIGTERM', 0],
      ['SIGINT', 3],
    ],
    3,
  ],
  [
    'the other way round',
    [
      ['SIGINT', 0],
      ['SIGTERM', 3],
    ],
    3,
  ],
] as [string, [string, number][], number][])('somebody who insists ends it: %s', (_, given, at) => {
  expect(actsOf(...given)).toEqual(['stop', `force at ${at}`])
})
