import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import {
  alternate,
  cpuMicros,
  isMet,
  percentile,
  ratioOf,
  spreadOf,
} from '../../proofs/bench/measure.ts'
import { cellsOf } from '../../proofs/bench/report.ts'

test('sides are measured in turn, and their ratio is that of each turn', async () => {
  const order: string[] = []
  const side = (name: string, value: number) => async () => {
    order.push(name)
    return value * order.length
  }
  const rounds = await alternate({ a: side('a', 2), b: side('b', 1) }, 2)
  expect(order).toEqual(['a', 'b', 'a', 'b'])
  expect(rounds).toEqual({ a: [2, 6], b: [2, 4] })
  expect(ratioOf(rounds.a, rounds.b)).toEqual({ median: 1, low: 1, high: 1.5 })
  expect([0.5, 0.99, 1].map((share) => percentile([5, 1, 3, 4, 2], share))).toEqual([3, 5, 5])
})

test('a figure says whether its goal is met by its median', () => {
  const given = { name: 'home', value: spreadOf([1.5, 1.2, 1.3]), unit: '', detail: 'x', load: 2 }
  expect(isMet({ ...given, goal: { atMost: 1.4 } })).toBe(true)
  expect(isMet({ ...given, goal: { atLeast: 1.4 } })).toBe(false)
  expect(isMet(given)).toBeUndefined()
  const cells = ['home', '1.3 (1.2 to 1.5)', '≤ 1.4', 'met', 'x', '2.0']
  expect(cellsOf({ ...given, goal: { atMost: 1.4 } })).toEqual(cells)
})

test('processor time counts what a process has started, ended or not', async () => {
  const burn =
    'const until = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < until);'
  const inner = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`
  const waiting = "process.stdout.write('done'); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', `${inner};${waiting}`], { stdio: 'pipe' })
  await once(child.stdout, 'data')
  const micros = cpuMicros([child.pid ?? 0])
  child.kill()
  expect(micros).toBeGreaterThanOrEqual(200_000)
})
