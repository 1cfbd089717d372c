import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newDatabase, newEmptyDatabase } from '../test/database.ts'
import { runCli } from '../test/run-cli.ts'
import { temporaryDirectory } from '../test/temporary-directory.ts'

const { scripts } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
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

test('a place without an installation is refused in one line, and stays as it is', async () => {
  const folder = temporaryDirectory()
  mkdirSync(join(folder, 'empty'), { mode: 0o755 })
  const environment = { SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
  const outside = { ...environment, DATABASE_URL: await newDatabase() }
  const bare = { ...environment, DATABASE_URL: await newEmptyDatabase() }
  const backup = ['backup', join(folder, 'backup')]
  const missing = { ...environment, DATA_DIR: join(folder, 'missing') }
  const calls: [string[], Record<string, string>][] = [
    [backup, missing],
    [['user:create', 'mara', 'admin'], missing],
    [['user:password', 'mara'], missing],
    [['reseal'], missing],
    [['reseal', 'forget'], missing],
    [['seed:demo'], missing],
    [backup, { ...environment, DATA_DIR: join(folder, 'empty') }],
    [backup, { ...outside, DATA_DIR: join(folder, 'missing') }],
    [backup, { ...outside, DATA_DIR: join(folder, 'empty') }],
    [backup, { ...bare, DATA_DIR: temporaryDirectory() }],
  ]
  const answers = await Promise.all(
    calls.map(([call, place]) => runCli(call, place, 'quite long enough\n')),
  )
  for (const answer of answers) {
    expect(answer).toMatchObject({ code: 1, output: '' })
    expect(answer.errors).toMatch(/^There (is|are) no [^\n]+\n$/)
  }
  expect((await runCli(['doctor'], missing)).code).toBe(1)
  expect(readdirSync(folder)).toEqual(['empty'])
  expect(readdirSync(join(folder, 'empty'))).toEqual([])
  expect(statSync(join(folder, 'empty')).mode & 0o777).toBe(0o755)
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
