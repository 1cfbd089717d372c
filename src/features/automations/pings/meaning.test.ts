import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pings as pingTable } from '#server/database/schema.ts'
import { age, ping, post, register, runsOf, today } from '#test/harness/automations.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { incidents } from '../incidents/contract.ts'
import { automations } from '../register/contract.ts'

const kinds = async ({ db }: TestApp) =>
  (await db.select().from(pingTable).orderBy(asc(pingTable.n))).map(({ kind }) => kind)

const rid = '6dc1b9d4-cd20-4d5b-9c5a-7a5a0f4f3f10'
const other = '7dc1b9d4-cd20-4d5b-9c5a-7a5a0f4f3f10'

test('a success is up and due by schedule; in time is on time, after due is late', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await ping(app, path)
  const first = await admin.call(automations.show, { id })
  expect(first).toMatchObject({ state: 'up', strip: [{ outcome: 'ok', late: false }] })
  const wait = Date.parse(first.dueAt ?? '') - Date.parse(first.lastPingAt ?? '')
  const grace = Date.parse(first.alertAfter ?? '') - Date.parse(first.dueAt ?? '')
  expect([wait, grace]).toEqual([600_000, 60_000])
  await age(app, 590)
  await ping(app, path)
  await age(app, 630)
  await ping(app, path)
  const [late, onTime, unasked] = await runsOf(admin, id)
  expect(late?.lateMs).toBeGreaterThanOrEqual(30_000)
  expect([onTime?.lateMs, unasked?.lateMs]).toEqual([0, null])
  expect(await today(admin, id)).toMatchObject({
    expected: 2,
    onTime: 1,
    late: 1,
    missed: 0,
    ok: 3,
  })
})

test('a second success before the next time of a plan is a run more, nothing more was due', async () => {
  await using app = await openTestApp()
  const plan = { scheduleKind: 'cron', cron: '0 9 * * *', timeZone: 'UTC' } as const
  const { admin, id, path } = await register(app, { ...plan, periodSeconds: null })
  await ping(app, path)
  const { dueAt } = await admin.call(automations.show, { id })
  await ping(app, path)
  expect((await admin.call(automations.show, { id })).dueAt).toBe(dueAt)
  expect(await today(admin, id)).toMatchObject({ expected: 0, ok: 2 })
})

test('a start begins a run that its success or fail ends, with the duration if the rids agree', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await ping(app, `${path}/start?rid=${rid}`)
  const running = await admin.call(automations.show, { id })
  expect(running).toMatchObject({ state: 'new', running: true, strip: [{ outcome: 'running' }] })
  expect(Date.parse(running.alertAfter ?? '') - Date.parse(running.lastStartAt ?? '')).toBe(60_000)
  await ping(app, `${path}?rid=${other}`)
  expect((await admin.call(automations.show, { id })).running).toBe(true)
  await age(app, 5)
  await ping(app, `${path}?rid=${rid}`)
  const ended = await admin.call(automations.show, { id })
  expect(ended).toMatchObject({ running: false, state: 'up' })
  const [second, first] = await runsOf(admin, id)
  expect(first).toMatchObject({ rid, outcome: 'ok', startedAt: expect.any(String) })
  expect(first?.durationMs).toBeGreaterThanOrEqual(5_000)
  expect(second).toMatchObject({ rid: other, outcome: 'ok', durationMs: null })
  await ping(app, `${path}/start?rid=${crypto.randomUUID()}`)
  await ping(app, path)
  expect((await admin.call(automations.show, { id })).running).toBe(false)
  const [third] = await runsOf(admin, id)
  expect(third).toMatchObject({ outcome: 'ok', durationMs: null })
  expect(await today(admin, id)).toMatchObject({ ok: 3, durationCount: 1 })
})

test('a start older than 72 hours gives no duration', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await ping(app, `${path}/start`)
  await age(app, 72 * 3600 + 1)
  await ping(app, path)
  expect((await runsOf(admin, id))[0]).toMatchObject({ outcome: 'ok', durationMs: null })
})

test('a fail is down at once and opens one incident; the next success closes it by itself', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await ping(app, `${path}/start`)
  await ping(app, `${path}/7`)
  await ping(app, `${path}/fail`)
  const down = await admin.call(automations.show, { id })
  expect(down).toMatchObject({ state: 'down', running: false, openIncident: { cause: 'failed' } })
  const [second, first] = await runsOf(admin, id)
  expect(first).toMatchObject({ outcome: 'failed', exitStatus: 7, durationMs: expect.any(Number) })
  expect(second).toMatchObject({ outcome: 'failed', exitStatus: null })
  await ping(app, `${path}/start`)
  expect((await admin.call(automations.show, { id })).state).toBe('down')
  await ping(app, path)
  expect(await admin.call(automations.show, { id })).toMatchObject({
    state: 'up',
    openIncident: null,
  })
  const { items } = await admin.call(incidents.list, {})
  expect(items).toMatchObject([{ cause: 'failed', class: 'run', closedBy: null }])
  expect(items[0]?.closedAt).not.toBeNull()
})

test('a repeated signal of a rid counts once; a fail after a success makes the run a failed one', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  const counted = { items: 3 }
  for (const _ of [1, 2]) await ping(app, `${path}/start?rid=${rid}`)
  for (const _ of [1, 2]) await post(app, `${path}?rid=${rid}`, counted)
  expect(await today(admin, id)).toMatchObject({ ok: 1, items: 3, repeats: 2 })
  await post(app, `${path}/fail?rid=${rid}`, counted)
  await ping(app, `${path}/fail?rid=${rid}`)
  expect(await today(admin, id)).toMatchObject({ ok: 0, failed: 1, items: 3, repeats: 3 })
  expect(await runsOf(admin, id)).toMatchObject([{ rid, outcome: 'failed', items: 3 }])
  expect(await kinds(app)).toEqual(['start', 'repeat', 'success', 'repeat', 'fail', 'repeat'])
})

test('a start that comes after its success completes the run and changes no state', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await ping(app, `${path}?rid=${rid}`)
  await ping(app, `${path}/start?rid=${rid}`)
  expect(await admin.call(automations.show, { id })).toMatchObject({ state: 'up', running: false })
  expect(await runsOf(admin, id)).toMatchObject([
    { outcome: 'ok', startedAt: expect.any(String), durationMs: null },
  ])
})

test('paused: a success resumes; a start is only logged', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await admin.call(automations.pause, { id })
  await ping(app, `${path}/start`)
  expect(await admin.call(automations.show, { id })).toMatchObject({
    state: 'paused',
    running: false,
  })
  await ping(app, path)
  expect((await admin.call(automations.show, { id })).state).toBe('up')
  expect(await kinds(app)).toEqual(['start', 'success'])
})

test('times due that pass while it is down are one entry with their number', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await ping(app, path)
  await ping(app, `${path}/fail`)
  await age(app, 600 * 3 + 61)
  await ping(app, path)
  const runs = await runsOf(admin, id)
  expect(runs.map(({ outcome, missedCount }) => [outcome, missedCount])).toContainEqual([
    'missed',
    3,
  ])
  expect(await today(admin, id)).toMatchObject({
    expected: 3,
    missed: 3,
    late: 0,
    ok: 2,
    failed: 1,
  })
})
