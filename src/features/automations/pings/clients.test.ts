import { createRequire } from 'node:module'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pings } from '#server/database/schema.ts'
import { registerListening } from '#test/harness/automations.ts'
import { hasProgram, runProgram } from '#test/harness/programs.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { automations } from '../register/contract.ts'
import { automationRuns } from './contract.ts'

type PingClient = {
  start(): Promise<string>
  success(payload?: string): Promise<string>
  fail(payload?: string): Promise<string>
}

/** healthchecks-io-client has no types. */
const { HealthChecksPingClient } = createRequire(import.meta.url)('healthchecks-io-client') as {
  HealthChecksPingClient: new (options: {
    uuid: string
    baseUrl: string
    returnResponse: boolean
  }) => PingClient
}

async function received({ db }: TestApp) {
  const rows = await db.select().from(pings).orderBy(asc(pings.n))
  return rows.map(({ kind, method, exitStatus, body }) => [
    kind,
    method,
    exitStatus,
    body && Buffer.from(body).toString(),
  ])
}

test('healthchecks-io-client reports start, success and failure, with its texts', async () => {
  await using app = await openTestApp()
  const { admin, id, origin, path } = await registerListening(app)
  const uuid = path.slice('/ping/'.length)
  const options = { baseUrl: `${origin}/ping`, returnResponse: true }
  const client = new HealthChecksPingClient({ uuid, ...options })
  expect(await client.start()).toBe('OK')
  expect(await client.success('12 invoices')).toBe('OK')
  const after = await admin.call(automations.show, { id })
  expect(after).toMatchObject({ state: 'up', running: false })
  expect(await client.fail('no login')).toBe('OK')
  expect((await admin.call(automations.show, { id })).state).toBe('down')
  expect(await client.success()).toBe('OK')
  expect(await received(app)).toEqual([
    ['start', 'GET', null, null],
    ['success', 'POST', null, '12 invoices'],
    ['fail', 'POST', null, 'no login'],
    ['success', 'GET', null, null],
  ])
  const { items } = await admin.call(automationRuns.list, { id })
  expect(items.map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'ok'])
  expect(items.at(-1)?.durationMs).toBeGreaterThanOrEqual(0)
  const unknown = new HealthChecksPingClient({ uuid: crypto.randomUUID(), ...options })
  await expect(unknown.start()).rejects.toMatchObject({ statusCode: 404 })
})

test.skipIf(!hasProgram('curl'))('curl reports as healthchecks.io documents it', async () => {
  await using app = await openTestApp()
  const { url } = await registerListening(app)
  const rid = crypto.randomUUID()
  const usual = ['-fsS', '-m', '10', '--retry', '5']
  const calls: [more: string[], received: unknown[]][] = [
    [[`${url}/start?rid=${rid}`], ['start', 'GET', null, null]],
    [
      ['--data-raw', 'half done', `${url}/log?rid=${rid}`],
      ['log', 'POST', null, 'half done'],
    ],
    [
      ['--head', `${url}?rid=${rid}`],
      ['success', 'HEAD', null, null],
    ],
    [
      ['--data-binary', '@-', `${url}/fail`],
      ['fail', 'POST', null, 'from a pipe\n'],
    ],
    [
      ['-X', 'POST', `${url}/3`],
      ['fail', 'POST', 3, null],
    ],
    [
      ['--http1.0', '-H', 'Content-Type:', '-d', 'x', `${url}/0`],
      ['success', 'POST', 0, 'x'],
    ],
  ]
  for (const [more, row] of calls) {
    const { output, code } = await runProgram(['curl', ...usual, ...more], {
      input: 'from a pipe\n',
    })
    expect(code, more.join(' ')).toBe(0)
    expect(output).toMatch(row[1] === 'HEAD' ? /^HTTP\/1.1 200/ : /^OK$/)
    expect((await received(app)).at(-1)).toEqual(row)
  }
  const gone = await runProgram(['curl', ...usual, `${new URL(url).origin}/ping/x`])
  expect(gone).toMatchObject({ code: 22, output: '' })
})
