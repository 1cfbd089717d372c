import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { removeStrays, sweepDocuments } from '#features/clients/documents/sweeping.server.ts'
import { fillEveryTable } from '#test/harness/every-table.ts'
import {
  emptyInstallation,
  openInstallation,
  storedKeys,
  storeFiles,
} from '#test/harness/installation.ts'
import { testDependencies } from '#test/harness/test-app.ts'
import { openSource } from './source.ts'

for (const kind of ['own and disk', 'outside and disk'] as const) {
  test(`while ${kind} is backed up no document goes`, async () => {
    await using installation = await openInstallation(await emptyInstallation(kind))
    const { db } = installation.database
    const { dataDir } = installation.config
    await fillEveryTable(db)
    await storeFiles(installation)
    const log = pino({ level: 'silent' })
    const deps = {
      ...testDependencies(db, installation.environment),
      log,
      storage: installation.storage,
    }
    // Makes every file count as older than a day.
    const storage = {
      ...installation.storage,
      olderThan: () => installation.storage.olderThan(new Date()),
    }
    const documentsAfterSweeping = async () => {
      await sweepDocuments.run(deps, {})
      await removeStrays.run({ ...deps, storage }, {})
      return readdirSync(join(dataDir, 'documents')).sort()
    }

    const source = await openSource(installation.config)
    await db.execute(sql`insert into blob_deletions select storage_key from project_documents`)
    await db.execute(sql`delete from project_documents`)
    await db.execute(sql`delete from mail_files`)
    await db.execute(sql`delete from mail_intake`)
    await db.execute(sql`delete from media`)
    expect(await documentsAfterSweeping()).toEqual(storedKeys)
    await source.close()
    await expect.poll(documentsAfterSweeping).toEqual([])
  })
}
