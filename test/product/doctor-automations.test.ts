import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkAutomations } from '#cli/doctor-automations.ts'
import { recordHeartbeat, recordStop } from '#features/automations/watcher/heartbeat.server.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { outages } from '#server/database/schema.ts'
import { onTestServer } from '../harness/installation.ts'

/** How the previous runs of the product ended, and how many outages the doctor counts. */
const cases: [name: string, ends: ('ordered' | 'killed')[], counted: number][] = [
  ['none', [], 0],
  ['one ordered restart', ['ordered'], 0],
  ['ordered restarts of a day', ['ordered', 'ordered', 'ordered'], 0],
  ['killed', ['killed'], 1],
  ['killed after an ordered restart', ['ordered', 'killed'], 1],
  ['an ordered restart after it was killed', ['killed', 'ordered'], 1],
]

test.each(cases)('outages that the doctor counts: %s', async (_, ends, counted) => {
  const config = readConfig(await onTestServer())
  const { db, close } = await openDatabase(config)
  await recordHeartbeat(db)
  for (const end of ends) {
    await db.execute(sql`update watch set awake_at = now() - interval '1 minute'`)
    if (end === 'ordered') await recordStop(db)
    await recordHeartbeat(db)
  }
  // Pings may have been lost in any case.
  expect(await db.$count(outages)).toBe(ends.length)
  const found = (await checkAutomations(config)).find(({ check }) => check === 'Outages')
  expect(found).toMatchObject({
    status: counted === 0 ? 'ok' : 'warning',
    words: expect.stringMatching(counted === 0 ? /^none/ : /^1 in the last day, 6\d seconds/),
  })
  await close()
})
