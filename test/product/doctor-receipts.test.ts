import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkReceipts } from '#cli/doctor-receipts.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { onTestServer } from '../harness/installation.ts'
import { appendMany, makeReceiptsOlder, sequence } from '../harness/receipts.ts'
import { appOver, type TestApp, testDependencies } from '../harness/test-app.ts'

/** A running product with a log of two receipts. */
async function installation() {
  const settings = await onTestServer()
  const { db, close } = await openDatabase(readConfig(settings))
  const deps = testDependencies(db, settings)
  const server = await appOver(deps)
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  const app = { deps } as TestApp
  const append = () => appendMany(app, 1)
  await append()
  await sequence(app)
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const look = async (more: { SECRET_KEY?: string; url?: URL } = {}) => {
    const config = readConfig({ ...settings, SECRET_KEY: more.SECRET_KEY ?? settings.SECRET_KEY })
    const found = await checkReceipts(config, more.url ?? url)
    return Object.fromEntries(found.map(({ check, status, words }) => [check, [status, words]]))
  }
  const older = (seconds: number) => makeReceiptsOlder(app, seconds)
  return { url, append, older, look, enter: () => sequence(app) }
}

const sound = {
  'Signing key': ['ok', expect.stringMatching(/^[\da-f]{16} opens and signs\.$/)],
  Receipts: ['ok', '2 are in the log.'],
  'Public head': ['ok', expect.stringMatching(/receipts\.json shows that of the database\.$/)],
}

test('the doctor says whether receipts are signed, enter the log, and are shown as they are', async () => {
  const { url, append, older, look, enter } = await installation()
  expect(await look()).toEqual(sound)
  expect(await look({ SECRET_KEY: Buffer.alloc(32, 8).toString('base64') })).toEqual({
    ...sound,
    'Signing key': ['failed', expect.stringContaining('does not open')],
  })
  const old = await (await fetch(new URL('/.well-known/receipts.json', url))).text()
  await append()
  expect(await look()).toEqual(sound)
  await older(61)
  expect(await look()).toEqual({
    ...sound,
    Receipts: ['failed', expect.stringMatching(/^1 should have entered the log since /)],
  })
  await enter()
  const all = { ...sound, Receipts: ['ok', '3 are in the log.'] }
  expect(await look()).toEqual(all)
  const stale = createServer((_, response) => response.end(old)).listen(0, '127.0.0.1')
  onTestFinished(() => void stale.close())
  await once(stale, 'listening')
  const { port } = stale.address() as AddressInfo
  for (const [other, words] of [
    [`http://127.0.0.1:${port}`, 'does not show that of the database'],
    [(await installation()).url.href, 'another installation'],
  ] as const) {
    expect(await look({ url: new URL(other) })).toEqual({
      ...all,
      'Public head': ['failed', expect.stringContaining(words)],
    })
  }
})
