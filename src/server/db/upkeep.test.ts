import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/temporary-directory.ts'
import { openEmbedded } from './embedded.ts'
import { buildDatabaseImage } from './image.ts'
import { upkeep } from './upkeep.ts'

test('upkeep bounds the write-ahead log, removes dead rows and feeds the planner', async () => {
  const directory = join(temporaryDirectory(), 'database')
  cpSync(await buildDatabaseImage(), directory, { recursive: true })
  const embedded = await openEmbedded(directory)
  const ask = async (statement: string) => (await embedded.query(statement)).rows[0]
  const log = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 32 * 1024 * 1024 AS long
               FROM pg_control_checkpoint()`
  const table = `SELECT n_dead_tup AS dead, last_analyze IS NOT NULL AS analyzed
                 FROM pg_stat_user_tables WHERE relname = 'odd "name'`
  await embedded.exec(`
    CREATE TABLE "odd ""name" AS
      SELECT g AS id, repeat(md5(g::text), 50) AS body FROM generate_series(1, 20000) g`)
  await embedded.exec(`UPDATE "odd ""name" SET id = id + 1 WHERE id < 10000`)
  // Counts reach the statistics once a second unless asked for.
  await embedded.exec('SELECT pg_stat_force_next_flush()')
  expect(await ask(log)).toEqual({ long: true })
  expect(await ask(table)).toEqual({ dead: 9_999, analyzed: false })

  await upkeep(embedded)
  expect(await ask(log)).toEqual({ long: false })
  expect(await ask(table)).toEqual({ dead: 0, analyzed: true })
  await embedded.close()
})
