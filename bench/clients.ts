/**
 * The client list by HTTP with 100,000 clients on PostgreSQL: a page, and the slowest of all kinds
 * of search. `node bench/clients.ts [million] [--quick]` after `npm run build`.
 */
import { signIn } from '../test/chat-pairs.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { startProduct } from '../test/product.ts'
import { casesOf, fill } from './client-data.ts'
import { fromEverywhere, saturate } from './http-load.ts'
import { type Effort, type Figure, figure, percentile, spreadOf } from './measure.ts'
import { newDatabase, setUp } from './new-database.ts'
import { runAlone } from './report.ts'

export async function clients({ quick }: Effort, words: readonly string[] = []): Promise<Figure[]> {
  const isMillion = words.includes('million')
  const count = isMillion ? 1_000_000 : 100_000
  await using server = await startPostgres()
  const database = await newDatabase(server, (db) => fill(db, count))
  await using product = await startProduct({ environment: setUp(database) })
  const { cookie } = await signIn(product.url)
  const medianOf = async (wanted: Record<string, string>) => {
    const url = `${product.url}/api/admin/clients?${new URLSearchParams({ page: '1', limit: '20', ...wanted })}`
    const target = { url, headers: (n: number) => ({ cookie, ...fromEverywhere(n) }) }
    await saturate(target, { most: 2 })
    return percentile((await saturate(target, { most: quick ? 3 : 15 })).ms, 0.5)
  }
  const page = await medianOf({})
  const found: [name: string, ms: number][] = []
  for (const [name, wanted] of casesOf(count)) found.push([name, await medianOf(wanted)])
  found.sort(([, a], [, b]) => b - a)
  const times = found.map(([, ms]) => ms)
  const rows = `${count.toLocaleString('en')} clients`
  return [
    figure({
      name: `page of 20, ${rows}`,
      value: spreadOf([page]),
      unit: 'ms',
      ...(!isMillion && { goal: { atMost: 10 } }),
      detail: 'median of an answer, one at a time',
    }),
    figure({
      name: `slowest search, ${rows}`,
      value: { ...spreadOf(times), median: Math.max(...times) },
      unit: 'ms',
      ...(!isMillion && { goal: { atMost: 50 } }),
      detail: found.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join('; '),
    }),
  ]
}

if (import.meta.main) await runAlone(clients)
