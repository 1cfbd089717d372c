/** Shared by all measurements: CPU time, memory, spread, alternation, and figures. */
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** `low` and `high` are the extremes. */
export type Spread = { median: number; low: number; high: number }

type Goal = { atMost: number } | { atLeast: number }

/** A measured value, with its goal if it has one. */
export type Figure = {
  name: string
  value: Spread
  /** Written after the value; empty for a ratio. */
  unit: string
  goal?: Goal
  /** Origin of the value: both sides of a ratio, latencies, versions. */
  detail: string
  /** Load average of the machine over the minute before. */
  load: number
}

/** A quick run takes a fifth of the time and serves as a smoke test. */
export type Effort = { quick: boolean }

/** The value that `share` (0 to 1) of the values do not exceed; 0 if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), low: Math.min(...values), high: Math.max(...values) }
}

/** The spread of `of` to `to`; each pair was measured in the same turn. */
export function ratioOf(of: readonly number[], to: readonly number[]): Spread {
  return spreadOf(of.map((value, turn) => value / (to[turn] ?? Number.NaN)))
}

export function figure(given: Omit<Figure, 'load'>): Figure {
  return { ...given, load: loadavg()[0] ?? 0 }
}

/** Undefined without a goal. */
export function isMet({ value, goal }: Pick<Figure, 'value' | 'goal'>): boolean | undefined {
  if (!goal) return undefined
  return 'atMost' in goal ? value.median <= goal.atMost : value.median >= goal.atLeast
}

/** Measures the sides in turn (A B A B), so that other load affects all alike. */
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

/** The kernel counts CPU time in hundredths of a second (USER_HZ, proc(5)). */
const tickMicros = 10_000

type Process = { parent: number; ticks: number }

/** The name in the second field may contain spaces and brackets, so it is cut off (proc(5)). */
function readProcess(pid: string): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
    // utime, stime, and those of children that have ended: cutime, cstime.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

function treeOf(roots: readonly number[]): Map<number, Process> {
  const all = new Map<number, Process>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = readProcess(pid)
    if (found) all.set(Number(pid), found)
  }
  const tree = new Map<number, Process>()
  const add = (pid: number) => {
    const found = all.get(pid)
    if (!found || tree.has(pid)) return
    tree.set(pid, found)
    for (const [child, { parent }] of all) if (parent === pid) add(child)
  }
  roots.forEach(add)
  return tree
}

/** User and system time of these processes and all their descendants so far. */
export function cpuMicros(roots: readonly number[]): number {
  return [...treeOf(roots).values()].reduce((sum, { ticks }) => sum + ticks * tickMicros, 0)
}

/** Adds the CPU time that each unit of work took these processes. */
export async function cpuOf<T extends { done: number }>(
  roots: readonly number[],
  work: () => Promise<T>,
): Promise<T & { micros: number }> {
  const before = cpuMicros(roots)
  const result = await work()
  return { ...result, micros: (cpuMicros(roots) - before) / result.done }
}

/** Memory of these processes and all their descendants in MB, shared memory counted once. */
export function sharedMemoryMb(roots: readonly number[]): number {
  const kilobytes = [...treeOf(roots).keys()].map((pid) => {
    const shares = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(shares)?.[1])
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

/** Present memory of a process in MB. */
export function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}

/** Calls at a fixed rate, however slow responses are. */
export async function atPace(perSecond: number, seconds: number, act: (n: number) => void) {
  const started = performance.now()
  for (let n = 0; n < perSecond * seconds; ) {
    const due = ((performance.now() - started) / 1000) * perSecond
    for (; n < due; n++) act(n)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
