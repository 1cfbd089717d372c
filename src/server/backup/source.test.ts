import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fillEveryTable } from '../../../test/every-table.ts'
import { emptyPlace, openInstallation, storeFiles } from '../../../test/installation.ts'
import { testDependencies } from '../../../test/test-app.ts'
import { removeStrays, sweepDocuments } from '../../features/clients/documents/sweeping.server.ts'
import { openSource } from './source.ts'

for (const kind of ['own and disk', 'outside and disk'] as const) {
  test(`while ${kind} is backed up no document goes`, async () => {
    await using place = await openInstallation(await emptyPlace(kind))
    const { db } = place.database
    const { dataDir } = place.config
    await fillEveryTable(db)
    await storeFiles(place)
    const log = pino({ level: 'silent' })
    const deps = { ...testDependencies(db, place.environment), log, storage: place.storage }
    // Makes every file count as older than a day.
    const storage = { ...place.storage, olderThan: () => place.storage.olderThan(new Date()) }
    const documentsAfterSweeping = async () => {
      await sweepDocuments.run(deps, {})
      await removeStrays.run({ ...deps, storage }, {})
      return readdirSync(join(dataDir, 'documents')).sort()
    }

    const source = await openSource(place.config)
    await db.execute(sql`insert into blob_deletions select storage_key from project_documents`)
    await db.execute(sql`delete from project_documents`)
    expect(await documentsAfterSweeping()).toEqual(['0'.repeat(32), '1'.repeat(32)])
    await source.close()
    await expect.poll(documentsAfterSweeping).toEqual([])
  })
}
