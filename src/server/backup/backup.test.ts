import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { contentOf, fillEveryTable, rowsOf, withoutSessions } from '#test/harness/every-table.ts'
import {
  emptyInstallation,
  type Installation,
  type Kind,
  openInstallation,
  storedKeys,
  storeFiles,
} from '#test/harness/installation.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import * as tables from '../database/schema.ts'
import { clients, projectDocuments, projects } from '../database/schema.ts'
import { makeBackup } from './backup.ts'
import { layout } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { readLines } from './write-lines.ts'

const report = () => {}
const newTarget = () => join(temporaryDirectory(), 'backup')

async function filesOf({ database: { db }, storage }: Installation) {
  const found: Record<string, string> = {}
  const keys = await db
    .select({ key: projectDocuments.storageKey })
    .from(projectDocuments)
    .union(db.select({ key: tables.mailFiles.storageKey }).from(tables.mailFiles))
  for (const { key: storageKey } of keys) {
    const bytes = await buffer(await storage.read(storageKey))
    found[storageKey] = createHash('sha256').update(bytes).digest('hex')
  }
  return found
}

/** Each journey is a pair of databases and storages, in both directions. */
const journeys: [Kind, Kind][] = [
  ['own and disk', 'outside and bucket'],
  ['outside and bucket', 'own and disk'],
]

for (const [from, to] of journeys) {
  test(`every row and every file come from ${from} to ${to}`, async () => {
    const backup = newTarget()
    await using first = await openInstallation(await emptyInstallation(from))
    await fillEveryTable(first.database.db)
    await storeFiles(first)
    const made = await makeBackup({ config: first.config, target: backup, report })
    expect(made.documents).toMatchObject({
      count: storedKeys.length,
      bytes: 700_000 + storedKeys.length,
      missing: 0,
      damaged: 0,
    })

    const installation = await emptyInstallation(to)
    await restoreBackup({ config: installation.config, backup, report })
    await using second = await openInstallation(installation)
    const content = await contentOf(second.database.db)
    const before = await contentOf(first.database.db)
    expect(content).toEqual(withoutSessions(before))
    for (const [table, rows] of Object.entries(before)) {
      expect([table, rows.length]).toEqual([table, rowsOf(table)])
      expect(made.tables.find(({ name }) => name === table)?.rows).toBe(rowsOf(table))
    }
    expect(await filesOf(second)).toEqual(await filesOf(first))
  })
}

test('a table that owns stored files says so in the way that a backup looks for', () => {
  const naming = Object.values(tables).filter(
    (table) => is(table, PgTable) && 'storageKey' in getTableColumns(table),
  ) as PgTable[]
  const silent = naming.filter((table) => {
    const columns = getTableColumns(table)
    return !('sha256' in columns && 'fileSize' in columns)
  })
  // `blob_deletions` lists files that no row owns any more.
  expect(silent.map(getTableName)).toEqual(['blob_deletions'])
  expect(naming.length).toBeGreaterThan(silent.length)
})

for (const kind of ['own and disk', 'outside and disk'] as const) {
  test(`a backup of ${kind} under load is one moment of it`, async () => {
    const backup = newTarget()
    await using installation = await openInstallation(await emptyInstallation(kind))
    const { db } = installation.database
    let started = 0
    let written = 0
    let ending = false
    const write = async () => {
      do {
        const number = started++
        await db.transaction(async (tx) => {
          const [client] = await tx
            .insert(clients)
            .values({ name: `N${number}`, email: 'n@example.com' })
            .returning({ id: clients.id })
          if (!client) throw new Error('no row')
          await tx.insert(projects).values({ clientId: client.id, title: `P${number}` })
        })
        written++
      } while (!ending)
    }
    ending = true
    await write()
    ending = false
    const writers = [write(), write(), write()]
    const before = written
    const { config } = installation
    const { tables } = await makeBackup({ config, target: backup, report }).finally(() => {
      ending = true
    })
    const after = started
    await Promise.all(writers)
    expect(written).toBeGreaterThan(before)

    const rowsIn = async (name: string) => {
      const columns = tables.find((table) => table.name === name)?.columns ?? []
      const lines: string[] = []
      for await (const some of readLines(join(backup, layout.table(name)))) lines.push(...some)
      return lines.map((line) => {
        const values = JSON.parse(line) as string[]
        return Object.fromEntries(columns.map((column, at) => [column.name, values[at]]))
      })
    }
    const rows = await rowsIn('clients')
    const ids = rows.map(({ id }) => id).sort()
    expect((await rowsIn('projects')).map((project) => project.client_id).sort()).toEqual(ids)
    expect(rows.length).toBeGreaterThanOrEqual(before)
    expect(rows.length).toBeLessThanOrEqual(after)
  })
}

test('missing and damaged documents are reported, and the backup is private to its owner', async () => {
  const backup = newTarget()
  await using installation = await openInstallation(await emptyInstallation('own and disk'))
  await fillEveryTable(installation.database.db)
  await storeFiles(installation)
  const { dataDir } = installation.config
  const before = readdirSync(dataDir).sort()
  await installation.database.db.execute(sql`
    update ${projectDocuments} set sha256 = '\\x00' where storage_key = ${'1'.repeat(32)}`)
  await installation.storage.remove('0'.repeat(32))
  const lines: string[] = []
  const { documents } = await makeBackup({
    config: installation.config,
    target: backup,
    report: (line) => lines.push(line),
  })
  expect(documents).toMatchObject({ count: storedKeys.length - 1, missing: 1, damaged: 1 })
  expect(readdirSync(dataDir).sort()).toEqual(before)
  expect(readdirSync(join(backup, '..'))).toEqual(['backup'])
  for (const entry of readdirSync(backup, { recursive: true, withFileTypes: true })) {
    const { mode } = statSync(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isFile() ? 0o600 : 0o700])
  }
  expect(statSync(backup).mode & 0o777).toBe(0o700)
  expect(lines).toContain(`Documents missing in storage: ${'0'.repeat(32)}.`)
  expect(lines).toContain(`Documents damaged in storage: ${'1'.repeat(32)}.`)

  const signal = AbortSignal.abort(new Error('stopped'))
  const target = join(backup, '../second')
  await expect(makeBackup({ config: installation.config, target, report, signal })).rejects.toThrow(
    'stopped',
  )
  expect(readdirSync(join(backup, '..'))).toEqual(['backup'])
})

test('a backup that cannot be made leaves nothing and says why in one line', async () => {
  const directory = temporaryDirectory()
  const { config } = await emptyInstallation('own and disk')
  const attempt = (target: string) => makeBackup({ config, target, report })
  await expect(attempt(join(directory, 'new'))).rejects.toThrow(/^There is no database in .*\.$/)
  await expect(attempt(directory)).rejects.toThrow(/already exists/)
  await expect(attempt(join(directory, 'deep/new'))).rejects.toThrow(/^There is no directory /)
  expect(existsSync(config.dataDir)).toBe(false)
  expect(readdirSync(directory)).toEqual([])
})
