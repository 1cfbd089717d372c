import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApp } from '#test/harness/test-app.ts'
import { jobs as table } from '../database/schema.ts'
import { type Job, job, nextRun, plan, startWorker, work } from './jobs.ts'

const log = pino({ level: 'silent' })

function counting(everySeconds?: number) {
  const seen: number[] = []
  const kind = job({
    name: 'count',
    payload: z.object({ step: z.number().default(0) }),
    run: async (_, { step }) => void seen.push(step),
    ...(everySeconds && { everySeconds }),
  })
  return { seen, kind }
}

test('a job runs once with what it was given, and leaves no row', async () => {
  await using app = await openTestApp()
  const { seen, kind } = counting()
  const deps = { ...app.deps, log }
  await deps.jobs.add(app.db, kind, { step: 7 })
  expect([await work(deps, [kind]), await work(deps, [kind])]).toEqual([true, false])
  expect(seen).toEqual([7])
  expect(await app.db.select().from(table)).toEqual([])
})

// The time of a transaction is constant. Without the same rounding every other job would wait.
test('a job queued now is due now, however its time was rounded', async () => {
  await using app = await openTestApp()
  const { seen, kind } = counting()
  for (let step = 1; step <= 20; step++) {
    await app.db.transaction(async (tx) => {
      await app.deps.jobs.add(tx, kind, { step })
      await work({ ...app.deps, db: tx, log }, [kind])
    })
  }
  expect(seen).toHaveLength(20)
})

// With the statistics of a nearly empty table, the planner may run an inner query for each row.
test('one job is taken at a time, whatever the planner knows of the table', async () => {
  await using app = await openTestApp()
  const deps = { ...app.deps, log }
  const { seen, kind } = counting()
  for (const known of [0, 1, 3]) {
    await app.db.delete(table)
    seen.length = 0
    for (let step = 1; step <= known; step++) await deps.jobs.add(app.db, kind, { step })
    await app.db.execute('analyze jobs')
    for (let step = known + 1; step <= 6; step++) await deps.jobs.add(app.db, kind, { step })
    while (await work(deps, [kind])) {}
    expect(seen.sort(), `${known} rows`).toEqual([1, 2, 3, 4, 5, 6])
  }
})

test('it is queued with the change that causes it or not at all', async () => {
  await using app = await openTestApp()
  const { kind } = counting()
  const change = app.db.transaction(async (tx) => {
    await app.deps.jobs.add(tx, kind, {})
    throw new Error('the change failed')
  })
  await expect(change).rejects.toThrow('the change failed')
  expect(await app.db.select().from(table)).toEqual([])
})

test('asking twice is asking once, until it has begun', async () => {
  await using app = await openTestApp()
  const deps = { ...app.deps, log }
  const seen: number[] = []
  const kind: Job = job({
    name: 'sync',
    payload: z.object({ step: z.number() }),
    async run({ jobs, db }, { step }) {
      seen.push(step)
      // A change while the job runs must lead to another run.
      if (step === 1) await jobs.add(db, kind, { step: 3 }, { uniqueKey: 'one' })
    },
  })
  await deps.jobs.add(app.db, kind, { step: 1 }, { uniqueKey: 'one' })
  await deps.jobs.add(app.db, kind, { step: 2 }, { uniqueKey: 'one' })
  while (await work(deps, [kind])) {}
  expect(seen).toEqual([1, 3])
})

test('a failing job waits longer each time, fails for good in the end, and logs no secret', async () => {
  await using app = await openTestApp()
  const lines: string[] = []
  const deps = { ...app.deps, log: pino({}, { write: (line) => void lines.push(line) }) }
  const kind = job({
    name: 'fail',
    payload: z.object({ to: z.string() }),
    run: () => Promise.reject(new RangeError('no route')),
  })
  await deps.jobs.add(app.db, kind, { to: 'ana@example.com' })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect(await work(deps, [kind])).toBe(true)
    const [row] = await app.db.select().from(table)
    waits.push(Math.round(((row?.runAt.getTime() ?? 0) - Date.now()) / 1000))
    await app.db.update(table).set({ runAt: new Date(0) })
  }
  expect(waits.slice(0, 4).map((seconds) => Math.round(seconds / 5))).toEqual([1, 2, 4, 8])
  expect(await work(deps, [kind])).toBe(false)
  const [row] = await app.db.select().from(table)
  expect(row).toMatchObject({ attempts: 10, lastError: 'RangeError', finishedAt: expect.any(Date) })
  expect(lines.join()).not.toContain('ana@example.com')
})

test('a recurring job waits for its next turn, however often it is planned', async () => {
  await using app = await openTestApp()
  const { seen, kind } = counting(60)
  const deps = { ...app.deps, log }
  await Promise.all([plan(deps, [kind]), plan(deps, [kind])])
  while (await work(deps, [kind])) {}
  await plan(deps, [kind])
  expect(seen).toEqual([0])
  const rows = await app.db.select().from(table).where(eq(table.uniqueKey, 'every:count'))
  expect(rows).toHaveLength(1)
  expect(rows[0]?.runAt.getTime()).toBeGreaterThan(Date.now() + 50_000)
})

test('a recurring job that fails stays one row, tried again no later than its next turn', async () => {
  await using app = await openTestApp()
  const deps = { ...app.deps, log }
  let isBroken = true
  const kind = job({
    name: 'sweep',
    payload: z.object({}),
    everySeconds: 60,
    run: () => (isBroken ? Promise.reject(new Error('still broken')) : Promise.resolve()),
  })
  await plan(deps, [kind])
  const waits: number[] = []
  for (let attempt = 1; attempt <= 12; attempt++) {
    expect(await work(deps, [kind])).toBe(true)
    await plan(deps, [kind])
    const rows = await app.db.select().from(table)
    expect(rows).toHaveLength(1)
    waits.push(Math.round(((rows[0]?.runAt.getTime() ?? 0) - Date.now()) / 1000))
    await app.db.update(table).set({ runAt: new Date(0) })
  }
  expect(waits.slice(0, 3).map((seconds) => Math.round(seconds / 5))).toEqual([1, 2, 4])
  expect(Math.max(...waits)).toBeLessThanOrEqual(60)
  isBroken = false
  expect(await work(deps, [kind])).toBe(true)
  expect(await app.db.select().from(table)).toMatchObject([{ attempts: 0, lastError: null }])
})

test('a run that was asked for is tried again although the next turn is planned', async () => {
  await using app = await openTestApp()
  const deps = { ...app.deps, log }
  const kind = job({
    name: 'draw',
    payload: z.object({}),
    everySeconds: 3_600,
    run: () => Promise.reject(new Error('broken')),
  })
  await deps.jobs.addAll(app.db, [
    { kind, payload: {}, uniqueKey: 'every:draw', runAt: new Date(Date.now() + 3_600_000) },
    { kind, payload: {}, uniqueKey: 'now' },
  ])
  expect(await work(deps, [kind])).toBe(true)
  const rows = await app.db.select().from(table).orderBy(table.runAt)
  expect(rows).toMatchObject([{ attempts: 1 }, { attempts: 0, uniqueKey: 'every:draw' }])
})

test('the lease of a job is that of its kind, so that a dead one is soon taken again', async () => {
  await using app = await openTestApp()
  const deps = { ...app.deps, log }
  const seconds: number[] = []
  const kinds = [undefined, 3_600].map((timeoutSeconds, at) =>
    job({
      name: `kind ${at}`,
      payload: z.object({}),
      ...(timeoutSeconds && { timeoutSeconds }),
      async run({ db }) {
        const [row] = await db
          .select()
          .from(table)
          .where(eq(table.name, `kind ${at}`))
        seconds.push(((row?.lockedUntil?.getTime() ?? 0) - Date.now()) / 1000)
      },
    }),
  )
  for (const kind of kinds) await deps.jobs.add(app.db, kind, {})
  while (await work(deps, kinds)) {}
  expect(seconds.map((one) => Math.round(one / 60))).toEqual([2, 60])
})

test('a slow job holds up no other', async () => {
  await using app = await openTestApp()
  const release = Promise.withResolvers<void>()
  const quick = Promise.withResolvers<void>()
  const kinds = [
    job({ name: 'slow', payload: z.object({}), run: () => release.promise }),
    job({ name: 'quick', payload: z.object({}), run: async () => quick.resolve() }),
  ]
  for (const [at, kind] of kinds.entries()) {
    await app.deps.jobs.add(app.db, kind, {}, { runAt: new Date(at) })
  }
  const close = startWorker({ ...app.deps, log }, kinds)
  await quick.promise
  release.resolve()
  await close()
  expect(await app.db.select().from(table)).toEqual([])
})

test('two workers never run the same job at once', async () => {
  await using app = await openTestApp()
  const { seen, kind } = counting()
  const deps = { ...app.deps, log }
  for (let step = 0; step < 20; step++) await deps.jobs.add(app.db, kind, { step })
  const worker = async () => {
    while (await work(deps, [kind])) {}
  }
  await Promise.all([worker(), worker(), worker()])
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, step) => step))
})

test('a running worker starts what it is woken for, and closing waits for it', async () => {
  await using app = await openTestApp()
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let finished = false
  const kind = job({
    name: 'slow',
    payload: z.object({}),
    async run() {
      begun.resolve()
      await release.promise
      finished = true
    },
  })
  const close = startWorker({ ...app.deps, log }, [kind])
  await app.deps.jobs.add(app.db, kind, {})
  app.deps.jobs.wake()
  await begun.promise
  const closing = close()
  release.resolve()
  await closing
  expect(finished).toBe(true)
})

test('a daily job runs at its time of day, today or tomorrow', () => {
  const daily: Job = { ...counting().kind, dailyAt: { hour: 3, minute: 10 } }
  const at = (day: number, hour: number, minute: number) => new Date(2026, 4, day, hour, minute)
  expect(nextRun(daily, at(7, 1, 0), false)).toEqual(at(7, 3, 10))
  expect(nextRun(daily, at(7, 3, 10), true)).toEqual(at(8, 3, 10))
  expect(nextRun(daily, at(31, 22, 0), true)).toEqual(new Date(2026, 5, 1, 3, 10))
  expect(nextRun(counting().kind, at(7, 1, 0), true)).toBeUndefined()
})
