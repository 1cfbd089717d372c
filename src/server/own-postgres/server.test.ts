import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#test/harness/eventually.ts'
import { ask, guardsOf, killHolder, startHolder, startOwn } from '#test/harness/own-servers.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { buildClusterImage } from '../database/cluster-image.ts'
import { openDatabase } from '../database/open.ts'
import { processesOn } from './supervise-postmaster.ts'

/** Only Linux exposes the working directory of a process. */
const onLinux = test.skipIf(process.platform !== 'linux')

beforeAll(async () => {
  await buildClusterImage()
})

const databaseOf = (dataDir: string) => join(dataDir, 'database')

const noneLeft = (dataDir: string) => expect(processesOn(databaseOf(dataDir))).toEqual([])

const newTable = 'CREATE TABLE kept (id int PRIMARY KEY)'

test('commits are on the disk, there is no port, the role of the product is an ordinary one, and a wrong password is refused', async () => {
  const { url } = await startOwn(temporaryDirectory())
  const [found] = await ask(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
      current_setting('synchronous_commit') AS commits, current_setting('data_checksums') AS sums,
      current_setting('listen_addresses') AS addresses, current_setting('TimeZone') AS zone,
      'a' < 'B' AS folded, 'ä' < 'z' AS sorted, lower('ÄЖ') AS lower,
      (SELECT rolsuper OR rolcreatedb OR rolcreaterole FROM pg_roles
        WHERE rolname = current_user) AS rights`,
  )
  expect(found).toEqual({
    fsync: 'on',
    pages: 'on',
    commits: 'on',
    sums: 'on',
    addresses: '',
    zone: 'UTC',
    folded: false,
    sorted: false,
    lower: 'äж',
    rights: false,
  })
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  wrong.username = 'postgres'
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

onLinux('as root it runs as another user, and the data directory stays closed', async () => {
  const dataDir = temporaryDirectory()
  const { pid, directory } = await startOwn(dataDir)
  const [, uid] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^Uid:\s+(\d+)/m) ?? []
  expect(Number(uid)).toBe(statSync(directory).uid)
  expect(Number(uid)).not.toBe(0)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(statSync(`${directory}.secret`).mode & 0o777).toBe(0o600)
})

const isDamaged =
  /^The database in .* is damaged \(.*\)\. Move DATA_DIR away and restore a backup: npm run restore .*$/

test.each([
  ['its control file', 'global/pg_control'],
  ['its write-ahead log', 'pg_wal'],
  ['its list of databases', 'global/1262'],
])('a database without %s is reported in one line, with the way to restore it', async (_, path) => {
  const dataDir = temporaryDirectory()
  const server = await startOwn(dataDir)
  await server.stop()
  rmSync(join(databaseOf(dataDir), path), { recursive: true })
  await expect(startOwn(dataDir)).rejects.toThrow(isDamaged)
})

test.each([
  ['database', 'SELECT oid FROM pg_database WHERE datname = current_database()', 'base/$'],
  [
    'database’s version',
    'SELECT oid FROM pg_database WHERE datname = current_database()',
    'base/$/PG_VERSION',
  ],
  [
    'table of migrations',
    "SELECT pg_relation_filepath('drizzle.__drizzle_migrations') AS oid",
    '$',
  ],
])('a sound cluster without its %s is reported in the same way', async (_, statement, path) => {
  const dataDir = temporaryDirectory()
  const server = await startOwn(dataDir)
  const [found] = await ask(server.url, statement)
  await server.stop()
  rmSync(join(databaseOf(dataDir), path.replace('$', String(found?.oid))), { recursive: true })
  await expect(openDatabase({ dataDir })).rejects.toThrow(isDamaged)
})

test('a second start on the same data directory is refused in one line', async () => {
  const dataDir = temporaryDirectory()
  await startOwn(dataDir)
  const second = await startHolder(dataDir)
  expect(second.error).toMatch(/is already open in process \d+\. Stop that one/)
})

onLinux(
  'within 5 s of a SIGKILL of its owner nothing runs, and what was acknowledged is there',
  async () => {
    const dataDir = temporaryDirectory()
    const holder = await startHolder(dataDir)
    await ask(holder.url, newTable)
    const client = new Client({ connectionString: holder.url })
    client.on('error', () => {})
    await client.connect()
    await client.query('INSERT INTO kept VALUES (1)')
    // This keeps a connection busy when the holder is killed.
    client.query('SELECT pg_sleep(60)').catch(() => {})
    await killHolder(holder)
    await eventually(() => noneLeft(dataDir))
    const { url } = await startOwn(dataDir)
    expect(await ask(url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
  },
)

onLinux(
  'a start right after the SIGKILL of an owner waits for its server and starts its own',
  async () => {
    const dataDir = temporaryDirectory()
    const holder = await startHolder(dataDir)
    await ask(holder.url, `${newTable}; INSERT INTO kept VALUES (1)`)
    await killHolder(holder)
    const { url, pid } = await startOwn(dataDir)
    expect(pid).not.toBe(holder.pid)
    expect(processesOn(databaseOf(dataDir))).not.toContain(holder.pid)
    expect(await ask(url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
  },
)

onLinux('a guard that is killed is replaced', async () => {
  const dataDir = temporaryDirectory()
  const holder = await startHolder(dataDir)
  const [first = 0] = await eventually(() => {
    expect(guardsOf(holder.pid)).toHaveLength(1)
    return guardsOf(holder.pid)
  })
  process.kill(first, 'SIGKILL')
  await eventually(() => {
    expect(guardsOf(holder.pid)).toHaveLength(1)
    expect(guardsOf(holder.pid)).not.toContain(first)
  })
  await killHolder(holder)
  await eventually(() => noneLeft(dataDir))
  await eventually(() => expect(guardsOf(holder.pid)).toEqual([]))
})

onLinux('a server left without owner and guard is stopped by the next start', async () => {
  const dataDir = temporaryDirectory()
  const holder = await startHolder(dataDir)
  await ask(holder.url, `${newTable}; INSERT INTO kept VALUES (1)`)
  await eventually(() => expect(guardsOf(holder.pid)).toHaveLength(1))
  holder.child.kill('SIGSTOP')
  for (const guard of guardsOf(holder.pid)) process.kill(guard, 'SIGKILL')
  await killHolder(holder)
  expect(processesOn(databaseOf(dataDir))).toContain(holder.pid)
  const { url, pid } = await startOwn(dataDir)
  expect(processesOn(databaseOf(dataDir))).not.toContain(holder.pid)
  expect(pid).not.toBe(holder.pid)
  expect(await ask(url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
})

test('a killed server is started again under the same address, and logged once', async () => {
  const lines: string[] = []
  const server = await startOwn(temporaryDirectory(), (line) => lines.push(line))
  await ask(server.url, `${newTable}; INSERT INTO kept VALUES (1)`)
  const { pid } = server
  process.kill(pid, 'SIGKILL')
  await eventually(() => expect(server.pid).not.toBe(pid))
  await eventually(() => expect(lines).toContain('PostgreSQL runs again'))
  expect(await ask(server.url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
})

onLinux('each of its other processes may be killed, and no statement is logged', async () => {
  const dataDir = temporaryDirectory()
  const lines: string[] = []
  const server = await startOwn(dataDir, (line) => lines.push(line))
  await ask(server.url, `${newTable}; INSERT INTO kept VALUES (1)`)
  const client = new Client({ connectionString: server.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  await expect(client.query("SELECT 'secret'::int")).rejects.toThrow('secret')
  const ended = new Promise((resolve) => client.once('end', resolve))
  const running = client.query("SELECT pg_sleep(60), 'secret'").catch(() => {})
  process.kill(rows[0].pid, 'SIGKILL')
  await Promise.all([ended, running])
  await eventually(async () => {
    expect(await ask(server.url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
  })
  await eventually(() => expect(lines.join()).toContain('was terminated by signal 9'))
  expect(lines.join()).not.toContain('secret')
})

test('a postmaster.pid that a crash left behind does not stop a start, whatever is in it', async () => {
  const dataDir = temporaryDirectory()
  const first = await startOwn(dataDir)
  await first.stop()
  // The contents are empty, of another program, of a dead process, and cut short.
  for (const content of ['', `${process.pid}\n`, '4194303\n', '\n\n']) {
    writeFileSync(join(databaseOf(dataDir), 'postmaster.pid'), content)
    writeFileSync(join(databaseOf(dataDir), '.s.PGSQL.5432.lock'), content)
    const { url, stop } = await startOwn(dataDir)
    expect(await ask(url, 'SELECT 1 AS one'), JSON.stringify(content)).toEqual([{ one: 1 }])
    await stop()
  }
})

test('it runs below 200 characters with spaces', async () => {
  const dataDir = join(temporaryDirectory(), `${'a long name '.repeat(16)}end`)
  mkdirSync(dataDir, { mode: 0o700 })
  expect(dataDir.length).toBeGreaterThan(200)
  const { url } = await startOwn(dataDir)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})
