import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { assertInstallation } from '#server/backup/source.ts'
import { readConfig } from '#server/config.ts'
import { newDatabase, newEmptyDatabase } from '#test/harness/database.ts'
import { runCli } from '#test/harness/run-cli.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'

const { scripts } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> }

test('the help lists every command with its short name in package.json', async () => {
  const { output, code } = await runCli(['--help'])
  const commands = [...output.matchAll(/^ {2}(\S+) +\S/gm)].map(([, name = '']) => name)
  const aliases = Object.entries(scripts).filter(([, line]) => line.includes('setup.mjs cli '))
  expect(code).toBe(0)
  expect(aliases).toEqual(commands.map((name) => [name, `node scripts/setup.mjs cli ${name}`]))
})

test('the help of a command shows its arguments and runs nothing', async () => {
  const dataDir = join(temporaryDirectory(), 'data')
  const { output, errors, code } = await runCli(['backup', '--help'], { DATA_DIR: dataDir })
  expect({ errors, code }).toEqual({ errors: '', code: 0 })
  expect(output).toMatch(/^Usage: npm run cli -- backup <new directory> \[--with-key\]\n\nBack up /)
  expect(existsSync(dataDir)).toBe(false)
})

test('wrong arguments are refused in one line and change nothing', async () => {
  const dataDir = join(temporaryDirectory(), 'data')
  const calls = [
    ['backup'],
    ['backup', '/no/such/place'],
    ['backup', 'one', 'two'],
    ['backup', 'one', '--with-kye'],
    ['restore'],
    ['restore', '/no/such/backup'],
    ['move-to-postgres'],
    ['user:create', 'mara', 'queen'],
    ['user:password', ' '],
    ['reseal', 'forgotten'],
  ]
  const answers = await Promise.all(calls.map((call) => runCli(call, { DATA_DIR: dataDir })))
  for (const answer of answers) {
    expect(answer).toMatchObject({ code: 1, output: '' })
    expect(answer.errors).toMatch(/^[^\n]+\n$/)
  }
  expect(existsSync(dataDir)).toBe(false)
})

/** The arguments of each command for operators. */
const withDataDir: Record<string, string[]> = {
  backup: ['<backup>'],
  'backup:failed': [],
  restore: ['<backup>'],
  'move-to-postgres': [],
  doctor: [],
  'user:create': ['mara', 'admin'],
  'user:password': ['mara'],
  reseal: ['forget'],
  'seed:demo': [],
}

/** Lists paths, modes and contents. */
const treeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mode, mtimeMs, size } = statSync(join(folder, name))
    return [name, mode, mtimeMs, size]
  })

test('every command refuses a place without an installation, and leaves it as it is', async () => {
  const known = Object.keys(scripts).filter((name) => scripts[name]?.endsWith(` cli ${name}`))
  expect(Object.keys(withDataDir)).toEqual(known)
  const folder = temporaryDirectory()
  for (const name of ['empty', 'full']) mkdirSync(join(folder, name), { mode: 0o755 })
  for (const name of ['file', 'full/other.txt']) writeFileSync(join(folder, name), 'of others')
  const before = treeOf(folder)
  const SECRET_KEY = Buffer.alloc(32, 1).toString('base64')
  const target = await newEmptyDatabase()
  const calls = Object.entries(withDataDir).map(([name, words]) => ({
    call: [name, ...words.map((word) => word.replace('<backup>', join(folder, 'backup')))],
    environment: {
      SECRET_KEY,
      DATA_DIR: join(folder, 'full'),
      ...(name === 'move-to-postgres' && { DATABASE_URL: target }),
    },
  }))
  const answers = await Promise.all(
    calls.map(({ call, environment }) => runCli(call, environment, 'quite long enough\n')),
  )
  for (const [at, { code, errors, output }] of answers.entries()) {
    const called = JSON.stringify(calls[at])
    expect(code, called).toBe(1)
    if (calls[at]?.call[0] === 'doctor') expect(output).toMatch(/^failed +Database /m)
    else expect(errors, called).toMatch(/^[^\n]+\n$/)
  }
  const outside = await newDatabase()
  for (const place of ['missing', 'empty', 'full', 'file']) {
    const own = { SECRET_KEY, DATA_DIR: join(folder, place) }
    for (const environment of [own, { ...own, DATABASE_URL: outside }]) {
      await expect(assertInstallation(readConfig(environment))).rejects.toThrow(/^There is no .+$/)
    }
  }
  expect(treeOf(folder)).toEqual(before)
  const bare = { SECRET_KEY, DATABASE_URL: target, DATA_DIR: temporaryDirectory() }
  mkdirSync(join(bare.DATA_DIR, 'documents'))
  await expect(assertInstallation(readConfig(bare))).rejects.toThrow(/^There are no tables .+$/)
})

test('an unknown command is refused with the list of those that exist', async () => {
  for (const name of ['backups', 'constructor']) {
    const { output, errors, code } = await runCli([name])
    expect({ output, code }).toEqual({ output: '', code: 1 })
    expect(errors).toMatch(/^There is no command .*\n\nUsage: /)
  }
})

test('a password comes from standard input, without its final line break', async () => {
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'documents'))
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: await newDatabase(),
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  }
  const short = await runCli(['user:create', 'mara', 'admin'], environment, 'elevenchars\n')
  expect(short).toMatchObject({ code: 1, output: '' })
  const made = await runCli(['user:create', 'mara', 'admin'], environment, 'quite long enough\n')
  expect(made).toMatchObject({ code: 0, output: 'User mara created with the role admin.\n' })
  const client = new pg.Client({ connectionString: environment.DATABASE_URL })
  await client.connect()
  expect((await client.query('SELECT username, role FROM users')).rows).toEqual([
    { username: 'mara', role: 'admin' },
  ])
  await client.end()
})
