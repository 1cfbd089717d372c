/**
 * Time until the product responds on its own PostgreSQL, and the memory of both at that time, with
 * a new and with an existing data directory: `node proofs/bench/start.ts [--quick]` after `npm run
 * build`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDataDirectory, startProduct } from '#test/harness/product.ts'
import { alternate, type Effort, type Figure, figure, sharedMemoryMb, spreadOf } from './measure.ts'
import { runAlone } from './report.ts'

async function startIn(compiled: string, dataDir?: string) {
  const started = performance.now()
  // The compile cache is kept between starts, as `npm start` does.
  const environment = { NODE_COMPILE_CACHE: compiled }
  await using product = await startProduct({ environment, ...(dataDir && { dataDir }) })
  const answer = await fetch(`${product.url}/`)
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  await answer.text()
  const seconds = (performance.now() - started) / 1000
  return { seconds, memoryMb: sharedMemoryMb([product.pid]) }
}

export async function start({ quick }: Effort): Promise<Figure[]> {
  const compiled = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
  const existing = newDataDirectory()
  try {
    await startIn(compiled, existing)
    const sides = { fresh: () => startIn(compiled), existing: () => startIn(compiled, existing) }
    const runs = await alternate(sides, quick ? 2 : 5)
    const figures = (side: keyof typeof runs, name: string, atMost: number): Figure[] => [
      figure({
        name: `start, ${name}`,
        value: spreadOf(runs[side].map(({ seconds }) => seconds)),
        unit: 's',
        goal: { atMost },
        detail: 'from starting the process to the first whole home page',
      }),
      figure({
        name: `start, ${name}, memory`,
        value: spreadOf(runs[side].map((run) => run.memoryMb)),
        unit: 'MB',
        goal: { atMost: 200 },
        detail: 'product and PostgreSQL together after that page (PSS)',
      }),
    ]
    return [
      ...figures('fresh', 'new data directory', 1.2),
      ...figures('existing', 'existing data directory', 1),
    ]
  } finally {
    for (const folder of [compiled, existing]) rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await runAlone(start)
