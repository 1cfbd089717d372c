import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/server/database/open.ts'
import { inquiries } from '../src/server/database/schema.ts'
import { startProduct } from './product.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const root = new URL('..', import.meta.url).pathname

/** Runs an operator's command as npm does after `setup.mjs`. */
async function operate(dataDir: string, script: string, ...args: string[]) {
  const child = spawn(
    process.execPath,
    ['--import', './scripts/drizzle-imports.ts', `scripts/${script}.ts`, ...args],
    { cwd: root, env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } },
  )
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { said, complained, code: code as number }
}

test('a running product is backed up, and restored elsewhere but not over itself', {
  timeout: 60_000,
}, async () => {
  const backup = join(temporaryDirectory(), 'backup')
  const elsewhere = join(temporaryDirectory(), 'data')
  await using product = await startProduct()
  const headers = { 'content-type': 'application/json', origin: product.url }
  const message = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9000 }
  const body = JSON.stringify(message)
  await fetch(`${product.url}/api/contact`, { method: 'POST', headers, body })

  const made = await operate(product.dataDir, 'backup', backup, '--with-key')
  expect(made).toMatchObject({ code: 0, complained: '' })
  expect(made.said).toContain(`Backed up to ${backup} in `)

  const [refused, restored] = await Promise.all([
    operate(product.dataDir, 'restore', backup),
    operate(elsewhere, 'restore', backup),
  ])
  expect(refused.code).toBe(1)
  expect(refused.complained).toMatch(/^[^\n]*already open in process \d+[^\n]*\n$/)
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  expect(restored).toMatchObject({ code: 0, complained: '' })
  const database = await openDatabase({ dataDir: elsewhere })
  const [inquiry] = await database.db.select().from(inquiries)
  expect(inquiry).toMatchObject({ name: 'Ada', message: 'Hello' })
  await database.close()
})

test('a wrong call is told in one line and changes nothing', async () => {
  const dataDir = join(temporaryDirectory(), 'data')
  const calls: [string, ...string[]][] = [
    ['backup'],
    ['backup', '/no/such/place'],
    ['restore'],
    ['restore', '/no/such/backup'],
    ['move-to-postgres'],
  ]
  const answers = await Promise.all(calls.map((call) => operate(dataDir, ...call)))
  for (const answer of answers) {
    expect(answer).toMatchObject({ code: 1, said: '' })
    expect(answer.complained).toMatch(/^[^\n]+\n$/)
  }
  expect(existsSync(dataDir)).toBe(false)
})
