import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { openDatabase } from './open.ts'
import { services } from './schema.ts'

test('a first start makes a private data directory with a migrated database, and the second keeps it', async () => {
  const dataDir = join(temporaryDirectory(), 'deep/data')
  const lines: string[] = []
  const first = await openDatabase({ dataDir, log: (line) => lines.push(line) })
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700)
  expect(await first.db.select().from(services)).toEqual([])
  expect(lines).toEqual([])
  await first.db.execute(sql`CREATE TABLE kept AS SELECT 1 AS one`)
  await first.close()

  const second = await openDatabase({ dataDir })
  expect((await second.db.execute(sql`SELECT * FROM kept`)).rows).toEqual([{ one: 1 }])
  await second.ping()
  await second.close()
})

test('a second opening of the same directory is refused, and the first goes on', async () => {
  const dataDir = temporaryDirectory()
  const first = await openDatabase({ dataDir })
  await expect(openDatabase({ dataDir })).rejects.toThrow(/already open in process/)
  await first.ping()
  await first.close()
})

test('the remains of a killed first start are removed', async () => {
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'database.unfinished'))
  writeFileSync(join(dataDir, 'database.unfinished/PG_VERSION'), '18\n')
  const opened = await openDatabase({ dataDir })
  expect(existsSync(join(dataDir, 'database.unfinished'))).toBe(false)
  await opened.close()
})

test('a database that is missing where one has been is not replaced by an empty one', async () => {
  const dataDir = temporaryDirectory()
  const opened = await openDatabase({ dataDir })
  await opened.close()
  rmSync(join(dataDir, 'database'), { recursive: true })
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /^.* had a database, but .* is missing\..*$/,
  )

  mkdirSync(join(dataDir, 'database'))
  await expect(openDatabase({ dataDir })).rejects.toThrow('is missing')
  expect(existsSync(join(dataDir, 'database/PG_VERSION'))).toBe(false)
})

test('a directory with other files is left alone', async () => {
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'database'))
  writeFileSync(join(dataDir, 'database/letter.txt'), 'dear')
  await expect(openDatabase({ dataDir })).rejects.toThrow('holds files that are no database')
  expect(existsSync(join(dataDir, 'database/letter.txt'))).toBe(true)
})

test('a data directory readable by others is refused with the remedy', async () => {
  const dataDir = join(temporaryDirectory(), 'open')
  mkdirSync(join(dataDir, 'documents'), { recursive: true })
  const opening = openDatabase({ dataDir })
  await expect(opening).rejects.toThrow(
    `DATA_DIR ${dataDir} is open to other users. Close it: chmod 700 '${dataDir}'`,
  )
})

test('a data directory that a group may write to is refused', async () => {
  const dataDir = join(temporaryDirectory(), 'shared')
  mkdirSync(join(dataDir, 'documents'), { recursive: true })
  chmodSync(dataDir, 0o770)
  await expect(openDatabase({ dataDir })).rejects.toThrow('is open to other users')
})

test.runIf(process.platform === 'linux')(
  'a data directory is refused where nothing can be made, or where a file is',
  async () => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    await expect(openDatabase({ dataDir: file })).rejects.toThrow('is a file')
    // In /proc, mkdir fails with ENOENT although the parent folder exists.
    const opening = openDatabase({ dataDir: '/proc/counterfoil/data' })
    await expect(opening).rejects.toThrow(/^DATA_DIR .* cannot be written \(ENOENT\)\..*\(\w+\)/)
  },
)

test('an empty data directory that others can look into is closed to them', async () => {
  const dataDir = join(temporaryDirectory(), 'empty')
  mkdirSync(dataDir)
  const database = await openDatabase({ dataDir })
  await database.close()
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('a data directory that cannot be made is refused in one line', async () => {
  const file = join(temporaryDirectory(), 'file')
  writeFileSync(file, '')
  const opening = openDatabase({ dataDir: join(file, 'data') })
  await expect(opening).rejects.toThrow(/^DATA_DIR .* cannot be written \(ENOTDIR\)\..*$/)
})
