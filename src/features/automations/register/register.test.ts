import { expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { audit } from '#features/admin/audit-log/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { projects } from '#features/clients/projects/contract.ts'
import { timeline } from '#features/clients/timeline/contract.ts'
import { runs, automations as table } from '#server/database/schema.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { automations } from './contract.ts'

async function firm(app: TestApp) {
  const admin = await app.person('admin')
  const client = await admin.call(clients.create, { name: 'Northfold', email: 'n@n.test' })
  return { admin, clientId: client.id }
}

type Given = Partial<Input<typeof automations.create>>

const create = (admin: Person, clientId: string, given: Given = {}) =>
  admin.call(automations.create, { clientId, name: 'Invoices', ...given })

test('an automation is registered with usual values, an address and ready examples', async () => {
  await using app = await openTestApp()
  const { admin, clientId } = await firm(app)
  const made = await create(admin, clientId)
  expect(made).toMatchObject({
    name: 'Invoices',
    state: 'new',
    scheduleKind: 'period',
    periodSeconds: 86_400,
    graceSeconds: 3_600,
    humanCheck: 'none',
    currency: 'USD',
    version: 1,
    client: { id: clientId, name: 'Northfold' },
    running: false,
    dueAt: null,
    strip: [],
    schedule: { kind: 'period', periodSeconds: 86_400, cron: null, timeZone: null },
    credentials: [],
    hasRuns: false,
    openIncident: null,
  })
  expect(made.pingUrl).toMatch(/^https:\/\/counterfoil\.example\/ping\/[\da-f-]{36}$/)
  expect(made.snippets.map(({ id }) => id)).toEqual(['curl', 'n8n', 'make', 'python', 'github'])
  for (const { text } of made.snippets) expect(text).toContain(made.pingUrl)
  expect(made.nextTimes).toHaveLength(5)
  const agent = await app.person('agent')
  const { pingUrl, snippets } = await agent.call(automations.show, { id: made.id })
  expect({ pingUrl, snippets }).toEqual({ pingUrl: null, snippets: [] })
  const { entries } = await agent.call(timeline.show, { id: clientId })
  expect(entries[0]).toMatchObject({ kind: 'automation', subject: 'Invoices' })
})

test('what is wrong is refused by field', async () => {
  await using app = await openTestApp()
  const { admin, clientId } = await firm(app)
  const other = await admin.call(clients.create, { name: 'Other', email: 'o@n.test' })
  const project = await admin.call(projects.create, { clientId: other.id, title: 'Elsewhere' })
  const cases: [string, Given][] = [
    ['cron', { scheduleKind: 'cron' }],
    ['cron', { scheduleKind: 'cron', cron: '0 0 31 2 *' }],
    ['cron', { scheduleKind: 'cron', cron: '* * * * * *' }],
    ['timeZone', { scheduleKind: 'cron', cron: '0 9 * * *', timeZone: 'Mars/Olympus' }],
    ['periodSeconds', { periodSeconds: 59 }],
    ['graceSeconds', { graceSeconds: 59 }],
    ['periodSeconds', { periodSeconds: 365 * 86_400 + 1 }],
    ['projectId', { projectId: project.id }],
    ['assigneeId', { assigneeId: clientId }],
    ['currency', { currency: 'dollars' }],
    ['credentials', { credentials: [1, 2].map(() => ({ name: 'A', expiresOn: '2027-01-01' })) }],
    ['tools', { tools: Array.from({ length: 21 }, (_, n) => `tool ${n}`) }],
  ]
  for (const [field, given] of cases) {
    const refused = create(admin, clientId, given)
    await expect(refused, field).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.any(String) },
    })
  }
  expect(await app.db.$count(table)).toBe(0)
})

test('a change carries the version it is based on; absent stays, null clears', async () => {
  await using app = await openTestApp()
  const { admin, clientId } = await firm(app)
  const given = { description: 'Reads invoices', tools: ['n8n'], humanCheck: 'sample' as const }
  const first = await create(admin, clientId, given)
  const cron = { scheduleKind: 'cron' as const, cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' }
  const change = { id: first.id, version: 1, description: null, ...cron }
  const second = await admin.call(automations.update, change)
  expect(second).toMatchObject({
    description: '',
    tools: ['n8n'],
    humanCheck: 'sample',
    version: 2,
    ...cron,
    periodSeconds: null,
  })
  const stale = admin.call(automations.update, { id: first.id, version: 1, name: 'Lost' })
  await expect(stale).rejects.toMatchObject({ code: 'conflict', current: { version: 2 } })
  const same = await admin.call(automations.update, { id: first.id, version: 2, tools: ['n8n'] })
  expect(same.version).toBe(2)
  const owner = await app.person('owner')
  const { items } = await owner.call(audit.list, { action: 'automation.updated' })
  expect(items).toHaveLength(1)
})

test('one without runs is deleted, one with runs is retired and its address ends', async () => {
  await using app = await openTestApp()
  const { admin, clientId } = await firm(app)
  const [one, two] = [await create(admin, clientId), await create(admin, clientId)]
  await app.db.insert(runs).values({ automationId: two.id, outcome: 'ok' })
  await admin.call(automations.remove, { id: one.id })
  const refused = admin.call(automations.remove, { id: two.id })
  await expect(refused).rejects.toMatchObject({ code: 'conflict', message: /Retire it instead/ })
  const retired = await admin.call(automations.retire, { id: two.id })
  expect(retired).toMatchObject({ state: 'retired', pingUrl: null, nextTimes: [] })
  for (const act of [
    admin.call(automations.resume, { id: two.id }),
    admin.call(automations.update, { id: two.id, version: retired.version, name: 'Lost' }),
  ]) {
    await expect(act).rejects.toMatchObject({ code: 'conflict', message: /is retired/ })
  }
  expect((await admin.call(automations.list, {})).items).toEqual([])
  const { items } = await admin.call(automations.list, { state: 'retired' })
  expect(items).toMatchObject([{ id: two.id, strip: [{ outcome: 'ok', late: false }] }])
})

test('the list has down first, then late, then names, in pages, with counts', async () => {
  await using app = await openTestApp()
  const { admin, clientId } = await firm(app)
  const states = ['up', 'late', 'down', 'paused', 'new'] as const
  for (const [n, state] of states.entries()) {
    await app.db.insert(table).values({
      clientId,
      name: `Report ${n}`,
      state,
      pingUuid: crypto.randomUUID(),
      periodSeconds: 60,
    })
  }
  const names: string[] = []
  let after: string | undefined
  do {
    const { items, next, counts } = await admin.call(automations.list, { limit: 2, after })
    expect(counts).toEqual({
      new: 1,
      up: 1,
      late: 1,
      down: 1,
      paused: 1,
      unobserved: 0,
      retired: 0,
    })
    names.push(...items.map(({ name }) => name))
    after = next ?? undefined
  } while (after)
  expect(names).toEqual(['Report 2', 'Report 1', 'Report 0', 'Report 3', 'Report 4'])
  const second = await admin.call(automations.list, { limit: 2, page: 2 })
  expect(second).toMatchObject({ total: 5, items: [{ name: 'Report 0' }, { name: 'Report 3' }] })
  const found = await admin.call(automations.list, { search: 'port 3', state: 'paused' })
  expect(found.items.map(({ name }) => name)).toEqual(['Report 3'])
  expect((await admin.call(automations.ofClient, { id: clientId })).items).toHaveLength(5)
  const bad = admin.call(automations.list, { after: 'x' })
  await expect(bad).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a new address leaves the former one for the time that is chosen', async () => {
  await using app = await openTestApp()
  const { admin, clientId } = await firm(app)
  const first = await create(admin, clientId)
  const second = await admin.call(automations.pingAddress, { id: first.id })
  expect(second.pingUrl).not.toBe(first.pingUrl)
  const left = Date.parse(second.oldAddressUntil ?? '') - Date.now()
  expect(Math.round(left / 3_600_000)).toBe(24)
  const third = await admin.call(automations.pingAddress, { id: first.id, overlapHours: 0 })
  expect(third.oldAddressUntil).toBeNull()
  const tooLong = admin.call(automations.pingAddress, { id: first.id, overlapHours: 169 })
  await expect(tooLong).rejects.toMatchObject({ fields: { overlapHours: expect.any(String) } })
})
