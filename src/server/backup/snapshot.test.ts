import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fillEveryTable } from '../../../test/every-table.ts'
import { testTools } from '../../../test/house.ts'
import { emptyPlace, openInstallation, storeFiles } from '../../../test/installation.ts'
import { temporaryDirectory } from '../../../test/temporary-directory.ts'
import { removeStrays, sweepDocuments } from '../../features/documents/sweeping.server.ts'
import { offerSnapshots, takeSnapshot } from './snapshot.ts'

test('one backup at a time gets a copy, and while it has it no document goes', async () => {
  await using place = await openInstallation(await emptyPlace('embedded and disk'))
  const { db } = place.database
  const { dataDir } = place.config
  await fillEveryTable(db)
  await storeFiles(place)
  const snapshot = await takeSnapshot(dataDir)
  if (!snapshot) throw new Error('no answer')
  expect(readdirSync(snapshot.directory)).toContain('PG_VERSION')
  await expect(takeSnapshot(dataDir)).rejects.toThrow('Another backup of this installation')

  const log = pino({ level: 'silent' })
  const tools = { ...testTools(db, place.environment), log, storage: place.storage }
  const documents = () => readdirSync(join(dataDir, 'documents')).sort()
  const before = documents()
  await db.execute(sql`insert into blob_deletions select storage_key from project_documents`)
  await db.execute(sql`delete from project_documents`)
  // Every file counts as older than a day to this one.
  const storage = { ...place.storage, olderThan: () => place.storage.olderThan(new Date()) }
  const sweep = async () => {
    await sweepDocuments.run(tools, {})
    await removeStrays.run({ ...tools, storage }, {})
  }
  await sweep()
  expect(documents()).toEqual(before)
  expect(before).toHaveLength(2)

  snapshot.release()
  await expect.poll(() => readdirSync(dataDir)).not.toContain('database.snapshot')
  await expect
    .poll(async () => {
      await sweep()
      return documents()
    })
    .toEqual([])
})

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

test('a copy that cannot be made is refused, and the next one is tried', async () => {
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
  await expect
    .poll(async () => (await takeSnapshot(dataDir).catch(() => undefined))?.directory)
    .toBe(join(dataDir, 'database.snapshot'))
  await end()
  expect(readdirSync(dataDir)).toEqual(['database'])
})
