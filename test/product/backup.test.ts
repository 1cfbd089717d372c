import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBackupState } from '#server/backup/outcome.ts'
import { openDatabase } from '#server/database/open.ts'
import { inquiries } from '#server/database/schema.ts'
import { startProduct } from '../harness/product.ts'
import { runCli } from '../harness/run-cli.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'

const operate = (dataDir: string, ...args: string[]) => runCli(args, { DATA_DIR: dataDir })

test('a running product is backed up, and restored elsewhere', async () => {
  const backup = join(temporaryDirectory(), 'backup')
  const elsewhere = join(temporaryDirectory(), 'data')
  await using product = await startProduct()
  const headers = { 'content-type': 'application/json', origin: product.url }
  const message = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9000 }
  const body = JSON.stringify(message)
  await fetch(`${product.url}/api/contact`, { method: 'POST', headers, body })

  const made = await operate(product.dataDir, 'backup', backup, '--with-key')
  expect(made).toMatchObject({ code: 0, errors: '' })
  expect(made.output).toContain(`Backed up to ${backup} in `)

  const doctor = async () =>
    /^(\w+) +Backup +(.*)$/m
      .exec((await operate(product.dataDir, 'doctor', product.url)).output)
      ?.slice(1)
  expect(await doctor()).toEqual(['ok', 'the last good one was made 0 hours ago.'])
  const nowhere = await operate(product.dataDir, 'backup', '/proc/none/backup')
  expect(nowhere).toMatchObject({ code: 1, errors: 'There is no directory /proc/none.\n' })
  expect(await doctor()).toEqual(['failed', expect.stringMatching(/^failed 0 hours ago, the last/)])
  const [second, third] = [`${backup}-2`, `${backup}-3`]
  expect(await operate(product.dataDir, 'backup', second)).toMatchObject({ code: 0 })
  expect(await doctor()).toEqual(['ok', expect.any(String)])
  expect(await operate(product.dataDir, 'backup:failed')).toMatchObject({ code: 0, errors: '' })
  expect(await doctor()).toEqual(['failed', expect.stringContaining('journalctl -u')])
  expect(await operate(product.dataDir, 'backup', third, '--with-key')).toMatchObject({ code: 0 })

  const created = await runCli(
    ['user:create', 'mara', 'admin'],
    { DATA_DIR: product.dataDir },
    'quite long enough\n',
  )
  expect(created, 'beside the product').toMatchObject({ code: 0, errors: '' })

  const restored = await operate(elsewhere, 'restore', third)
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  expect(restored).toMatchObject({ code: 0, errors: '' })
  const database = await openDatabase({ dataDir: elsewhere })
  // A copy is another installation, which has made no backup.
  expect(await readBackupState(database.db)).toMatchObject({ state: 'none' })
  const [inquiry] = await database.db.select().from(inquiries)
  expect(inquiry).toMatchObject({ name: 'Ada', message: 'Hello' })
  await database.close()
})
