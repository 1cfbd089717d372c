/** Shared by all measurements: CPU time, memory, spread, alternation and figures. */
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** `low` and `high` are the extremes. */
export type Spread = { median: number; low: number; high: number }

type Goal = { atMost: number } | { atLeast: number }

/** A measured value, with its goal if it has one. */
export type Figure = {
  name: string
  value: Spread
  /** Printed after the value; empty for a ratio. */
  unit: string
  goal?: Goal
  /** Where the value comes from: both sides of a ratio, latencies, versions. */
  detail: string
  /** The machine's load average over the minute before. */
  load: number
}

/** A quick run takes a fifth of the time and serves as a smoke test. */
export type Effort = { quick: boolean }

/** The value that a `share` (0 to 1) of the values does not exceed; 0 if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), low: Math.min(...values), high: Math.max(...values) }
}

/** The spread of `measured` divided by `to`. Each pair was measured in the same turn. */
export function ratioOf(measured: readonly number[], to: readonly number[]): Spread {
  return spreadOf(measured.map((value, turn) => value / (to[turn] ?? Number.NaN)))
}

export function figure(given: Omit<Figure, 'load'>): Figure {
  return { ...given, load: loadavg()[0] ?? 0 }
}

/** Whether the value meets its goal; undefined without a goal. */
export function isMet({ value, goal }: Pick<Figure, 'value' | 'goal'>): boolean | undefined {
  if (!goal) return undefined
  return 'atMost' in goal ? value.median <= goal.atMost : value.median >= goal.atLeast
}

/**
 * Measures the sides in turn (A B A B), so that other load on the machine affects all of them
 * alike.
 */
export async function alternate<Name extends string, T>(
  sides: Record<Name, () => Promise<T>>,
  rounds: number,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(sides) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await sides[name]())
  }
  return results
}

/** Lists these processes and all their descendants. */
function treeOf(roots: readonly number[]): number[] {
  return roots.flatMap((pid) => [pid, ...treeOf(childrenOf(pid))])
}

function childrenOf(pid: number): number[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'),
  )
  return lists.join(' ').split(' ').filter(Boolean).map(Number)
}

/** The kernel counts CPU time in hundredths of a second (USER_HZ, proc(5)). */
const tickMicros = 10_000

/** The user and system time of these processes and all their descendants so far. */
function cpuMicros(roots: readonly number[]): number {
  const ticks = treeOf(roots).flatMap((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in the second field may contain spaces and brackets. Of the remaining fields, utime,
    // stime, cutime and cstime (of children that have ended) count.
    return stat
      .slice(stat.lastIndexOf(') ') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * tickMicros
}

/** Adds the CPU time that each unit of work took in these processes. */
export async function cpuOf<T extends { done: number }>(
  roots: readonly number[],
  work: () => Promise<T>,
): Promise<T & { micros: number }> {
  const before = cpuMicros(roots)
  const result = await work()
  return { ...result, micros: (cpuMicros(roots) - before) / result.done }
}

/** Memory of these processes and all their descendants in MB, with shared memory counted once. */
export function sharedMemoryMb(roots: readonly number[]): number {
  const kilobytes = treeOf(roots).map((pid) => {
    const shares = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(shares)?.[1])
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

/** The current memory of a process in MB. */
export function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}

/** Calls `act` at a fixed rate, however slow the responses are. */
export async function atPace(perSecond: number, seconds: number, act: (n: number) => void) {
  const started = performance.now()
  for (let n = 0; n < perSecond * seconds; ) {
    const due = ((performance.now() - started) / 1000) * perSecond
    for (; n < due; n++) act(n)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
