/**
 * Time until the product answers on its own PostgreSQL, and memory of both by then, with a new and
 * with an existing data directory. `node bench/start.ts [--quick]` after `npm run build`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDataDirectory, startProduct } from '../test/product.ts'
import {
  alternate,
  cpuMicros,
  type Effort,
  type Figure,
  figure,
  percentile,
  sharedMemoryMb,
  spreadOf,
} from './measure.ts'
import { runAlone } from './table.ts'

type Start = { seconds: number; memoryMb: number; cpuSeconds: number }

async function startIn(dataDir: string, compiled: string): Promise<Start> {
  const started = performance.now()
  // As `npm start` does: the compile cache is existing between starts.
  await using product = await startProduct({
    dataDir,
    environment: { NODE_COMPILE_CACHE: compiled },
  })
  const answer = await fetch(`${product.url}/`)
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  await answer.text()
  const seconds = (performance.now() - started) / 1000
  const cpuSeconds = cpuMicros([product.pid]) / 1e6
  return { seconds, memoryMb: sharedMemoryMb([product.pid]), cpuSeconds }
}

export async function start({ quick }: Effort): Promise<Figure[]> {
  const compiled = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
  const existing = newDataDirectory()
  try {
    await startIn(existing, compiled)
    const fresh = async () => {
      const dataDir = newDataDirectory()
      try {
        return await startIn(dataDir, compiled)
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    }
    const sides = { fresh, existing: () => startIn(existing, compiled) }
    const runs = await alternate(sides, quick ? 2 : 5)
    const figures = (side: keyof typeof runs, name: string, atMost: number): Figure[] => [
      figure({
        name: `start, ${name}`,
        value: spreadOf(runs[side].map(({ seconds }) => seconds)),
        unit: 's',
        goal: { atMost },
        detail:
          'from starting the process to the first whole home page; ' +
          `${percentile(
            runs[side].map(({ cpuSeconds }) => cpuSeconds),
            0.5,
          ).toFixed(2)} s of CPU`,
      }),
      figure({
        name: `start, ${name}, memory`,
        value: spreadOf(runs[side].map((run) => run.memoryMb)),
        unit: 'MB',
        goal: { atMost: 190 },
        detail: 'product and PostgreSQL together after that page (PSS)',
      }),
    ]
    return [
      ...figures('fresh', 'new data directory', 0.9),
      ...figures('existing', 'existing data directory', 0.55),
    ]
  } finally {
    for (const folder of [compiled, existing]) rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await runAlone(start)
