import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { fillEveryTable } from '../../../test/every-table.ts'
import { testTools } from '../../../test/house.ts'
import {
  emptyPlace,
  hasPostgres,
  openInstallation,
  stopServer,
  storeFiles,
} from '../../../test/installation.ts'
import { temporaryDirectory } from '../../../test/temporary-directory.ts'
import { removeStrays, sweepDocuments } from '../../features/documents/sweeping.server.ts'
import { offerSnapshots, takeSnapshot } from './snapshot.ts'
import { openSource } from './source.ts'

afterAll(stopServer)

for (const kind of ['embedded and disk', 'postgres and disk'] as const) {
  const impossible = kind.startsWith('postgres') && !hasPostgres
  test.skipIf(impossible)(`while ${kind} is backed up no document goes`, async () => {
    await using place = await openInstallation(await emptyPlace(kind))
    const { db } = place.database
    const { dataDir } = place.config
    await fillEveryTable(db)
    await storeFiles(place)
    const log = pino({ level: 'silent' })
    const tools = { ...testTools(db, place.environment), log, storage: place.storage }
    // Every file counts as older than a day to this one.
    const storage = { ...place.storage, olderThan: () => place.storage.olderThan(new Date()) }
    const documentsAfterSweeping = async () => {
      await sweepDocuments.run(tools, {})
      await removeStrays.run({ ...tools, storage }, {})
      return readdirSync(join(dataDir, 'documents')).sort()
    }

    const source = await openSource(place.config)
    await db.execute(sql`insert into blob_deletions select storage_key from project_documents`)
    await db.execute(sql`delete from project_documents`)
    expect(await documentsAfterSweeping()).toEqual(['0'.repeat(32), '1'.repeat(32)])
    await source.close()
    await expect.poll(documentsAfterSweeping).toEqual([])
    expect(readdirSync(dataDir)).not.toContain('database.snapshot')
  })
}

test('the socket of a killed process answers nothing and is in nobody’s way', async () => {
  const dataDir = temporaryDirectory()
  expect(await takeSnapshot(dataDir)).toBeUndefined()
  const path = join(dataDir, 'backup.sock')
  const server = createServer((socket) => socket.destroy()).listen(path)
  expect(await takeSnapshot(dataDir)).toBeUndefined()
  await new Promise((resolve) => server.close(resolve))
  writeFileSync(path, '')
  expect(await takeSnapshot(dataDir)).toBeUndefined()
})

test('a copy that cannot be made is refused, the next one is tried, and one is had at a time', async () => {
  await using place = await openInstallation(await emptyPlace('embedded and disk'))
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'database'))
  let full = true
  const database = {
    ...place.database,
    async copy(to: string) {
      if (full) throw Object.assign(new Error('write'), { code: 'ENOSPC' })
      mkdirSync(to)
    },
  }
  const end = await offerSnapshots(database, dataDir)
  await expect(takeSnapshot(dataDir)).rejects.toThrow(
    'The running database could not be copied (ENOSPC).',
  )
  full = false
  const taken = await vi.waitFor(() => takeSnapshot(dataDir))
  expect(taken?.directory).toBe(join(dataDir, 'database.snapshot'))
  expect(taken?.isHeld()).toBe(true)
  await expect(takeSnapshot(dataDir)).rejects.toThrow('Another backup of this installation')
  await end()
  await expect.poll(() => taken?.isHeld()).toBe(false)
  expect(readdirSync(dataDir)).toEqual(['database'])
})
