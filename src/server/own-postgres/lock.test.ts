import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { acquireLock } from './lock.ts'

const program = fileURLToPath(new URL('../../../test/harness/lock-holder.ts', import.meta.url))

function startHolder(dataDir: string) {
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
  })
  return { child, firstLine }
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

test('a second process is refused in one line with the holder and the remedy', async () => {
  const dataDir = temporaryDirectory()
  const { child, firstLine } = startHolder(dataDir)
  expect(await firstLine).toBe('locked')

  const attempt = () => acquireLock(dataDir)
  expect(attempt).toThrow(
    `The database in ${dataDir} is already open in process ${child.pid}. ` +
      'Stop that one, choose another DATA_DIR, or set DATABASE_URL to run several on one server.',
  )
  await kill(child)
})

test('a holder that was killed leaves no lock behind', async () => {
  const dataDir = temporaryDirectory()
  const { child, firstLine } = startHolder(dataDir)
  await firstLine
  await kill(child)

  const lock = acquireLock(dataDir)
  expect(readFileSync(join(dataDir, 'database.pid'), 'utf8')).toBe(`${process.pid}\n`)
  lock.release()
})

test('one of ten processes that start at once gets the lock, and the others name its owner', async () => {
  const dataDir = temporaryDirectory()
  const holders = Array.from({ length: 10 }, () => startHolder(dataDir))
  const lines = await Promise.all(holders.map(({ firstLine }) => firstLine))

  const winners = holders.filter((_, index) => lines[index] === 'locked')
  expect(winners).toHaveLength(1)
  const refused = lines.filter((line) => line.includes(`in process ${winners[0]?.child.pid}.`))
  expect(refused).toHaveLength(9)
  await Promise.all(winners.map(({ child }) => kill(child)))
})

test('the same process is refused a second time, and released means free', () => {
  const dataDir = temporaryDirectory()
  const lock = acquireLock(dataDir)
  expect(() => acquireLock(dataDir)).toThrow(`already open in process ${process.pid}`)
  lock.release()
  acquireLock(dataDir).release()
})

test('releasing twice is the same as once', () => {
  const dataDir = temporaryDirectory()
  const first = acquireLock(dataDir)
  first.release()
  const second = acquireLock(dataDir)
  first.release()
  expect(() => acquireLock(dataDir)).toThrow('already open')
  second.release()
})
