import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ask, startOwn } from '#test/harness/own-servers.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { buildClusterImage } from '../database/cluster-image.ts'
import { startOwnServer, startServerIn } from './server.ts'

beforeAll(async () => {
  await buildClusterImage()
})

function contentOf(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mtimeMs, ctimeMs, size } = statSync(join(folder, name))
      return { name, mtimeMs, ctimeMs, size }
    })
}

test.each([
  ['PGlite', '18\n', false, 'a database of an earlier release'],
  ['an older PostgreSQL', '17\n', true, 'a database of PostgreSQL 17'],
])(
  'the database of %s is left as it is, and one line says how to go on',
  async (_, version, isOwn, origin) => {
    const dataDir = temporaryDirectory()
    const directory = join(dataDir, 'database')
    mkdirSync(join(directory, 'base'), { recursive: true, mode: 0o700 })
    writeFileSync(join(directory, 'PG_VERSION'), version)
    if (isOwn) writeFileSync(join(directory, 'counterfoil.cluster'), '')
    const before = contentOf(dataDir)
    const start = startOwnServer({ dataDir })
    await expect(start).rejects.toThrow(origin)
    await expect(start).rejects.toThrow(/npm run backup.*npm run restore/)
    expect(contentOf(dataDir)).toEqual(before)
  },
)

test('a missing database is not replaced by an empty one', async () => {
  const dataDir = temporaryDirectory()
  const server = await startOwn(dataDir)
  await server.stop()
  rmSync(join(dataDir, 'database'), { recursive: true })
  await expect(startOwnServer({ dataDir })).rejects.toThrow('had a database, but')
})

test('files that are no database are left alone', async () => {
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'database'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'database/notes.txt'), 'mine')
  await expect(startOwnServer({ dataDir })).rejects.toThrow('holds files that are no database')
  expect(readFileSync(join(dataDir, 'database/notes.txt'), 'utf8')).toBe('mine')
})

test('the cluster of a killed first start is discarded', async () => {
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'database.unfinished/base'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'database.unfinished/PG_VERSION'), '18\n')
  const { url } = await startOwn(dataDir)
  expect(await ask(url, 'SELECT count(*)::int AS users FROM users')).toEqual([{ users: 0 }])
})

test('without the file of its password, or with that of another one, a cluster gets a new one', async () => {
  const dataDir = temporaryDirectory()
  const first = await startOwn(dataDir)
  await first.stop()
  rmSync(join(dataDir, 'database.secret'))
  const second = await startOwn(dataDir)
  expect(second.url).not.toBe(first.url)
  await second.stop()
  for (const content of ['', 'cut short', '0'.repeat(48)]) {
    writeFileSync(join(dataDir, 'database.secret'), content)
    const server = await startOwn(dataDir)
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  }
})

test('a cluster that is thrown away copies databases', async () => {
  const server = await startServerIn(join(temporaryDirectory(), 'cluster'), { isThrownAway: true })
  try {
    await ask(server.url, 'CREATE DATABASE copied TEMPLATE counterfoil STRATEGY FILE_COPY')
    const url = new URL(server.url)
    url.pathname = '/copied'
    expect(await ask(url.href, 'SELECT count(*)::int AS users FROM users')).toEqual([{ users: 0 }])
  } finally {
    await server.stop()
  }
})
