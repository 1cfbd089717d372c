import { mkdirSync, rmSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { failureOf } from '../../../../test/failure-of.ts'
import { openMailSink } from '../../../../test/mail-sink.ts'
import { openPort } from '../../../../test/open-port.ts'
import { freePort } from '../../../../test/product.ts'
import { openTestApp, origin, type TestApp } from '../../../../test/test-app.ts'
import {
  chatSessions,
  inquiries as inquiryTable,
  storedState,
  users,
} from '../../../server/database/schema.ts'
import { documentsDirectory } from '../../../server/files/open-storage.ts'
import { plan } from '../../../server/jobs/jobs.ts'
import {
  checkAddress,
  checkHeader,
  checkToken,
  doctorToken,
  runToken,
} from '../../../server/security/self-check-token.ts'
import { chat as chatCalls } from '../../chat/protocol/contract.ts'
import { auth } from '../../identity/sign-in/contract.ts'
import { inquiries } from '../../leads/contact/contract.ts'
import { charts } from '../charts/contract.ts'
import { dashboard } from '../dashboard/contract.ts'
import { selfCheck } from './contract.ts'
import { checkEveryNight } from './running.server.ts'

/** Counts all rows and stored files that a check could leave. */
async function traces(app: TestApp): Promise<number> {
  const { rows } = await app.db.execute<{ count: number }>(sql`
    select ((select count(*) from inquiries) + (select count(*) from chat_sessions)
      + (select count(*) from chat_messages) + (select count(*) from marks where name = ${runToken})
      + (select count(*) from jobs where name = 'chat.mail-unanswered'))::int as count`)
  let files = 0
  for await (const _ of app.deps.storage.olderThan(new Date(Date.now() + 60_000))) files++
  return (rows[0]?.count ?? 0) + files
}

async function runByNight(app: TestApp): Promise<void> {
  await app.deps.jobs.add(app.db, checkEveryNight, {})
  await app.work()
}

const logged = (app: TestApp, event: string) => app.logged.filter((line) => line.event === event)

test('a sound installation is verified, and nothing is left of the check', async () => {
  await using app = await openPort()
  const owner = await app.person('owner')
  expect(await owner.call(selfCheck.show, {})).toMatchObject({ state: 'pending', checkedAt: null })
  await runByNight(app)
  const state = await owner.call(selfCheck.show, {})
  expect(state).toMatchObject({ state: 'verified', failures: [], skipped: ['mail'] })
  expect(Date.now() - Date.parse(state.checkedAt ?? '')).toBeLessThan(60_000)
  expect(await traces(app)).toBe(0)
  expect(logged(app, 'self_check_passed')).toHaveLength(1)
  expect(logged(app, 'inquiry_received')).toEqual([])
})

test('the self-check reaches no agent, counts nowhere and uses up no limits', async () => {
  await using app = await openPort({ TRUST_PROXY: '127.0.0.1' })
  const owner = await app.person('owner')
  const { user } = await owner.call(auth.me, {})
  const agent = await app.connect({ cookie: owner.cookie ?? '' })
  agent.send({ type: 'admin_join', adminId: user.id })
  await agent.receive('active_sessions')
  for (let night = 0; night < 2; night++) await runByNight(app)
  await agent.settle()
  expect(new Set(agent.receivedTypes())).toEqual(
    new Set([
      ...['connection_established', 'availability', 'admin_connected', 'inbox_changed'],
      ...['active_sessions', 'pong'],
    ]),
  )
  // The counts on joining.
  expect(agent.receivedTypes().filter((type) => type === 'inbox_changed')).toHaveLength(1)
  expect(
    agent.received.flatMap((frame) => (frame.type === 'active_sessions' ? frame.sessions : [])),
  ).toEqual([])
  const text = await app.deps.metrics.expose()
  expect(text).not.toContain('leads_received_total{')
})

test('while it runs, lists, counts and charts do not show it', async () => {
  await using app = await openPort()
  const owner = await app.person('owner')
  await beginRun(app)
  const headers = { [checkHeader]: checkToken(app.deps, run) }
  expect((await sendForm(app, headers)).statusCode).toBe(201)
  const visitor = await app.connect()
  visitor.send({ type: 'visitor_join', visitorId: checkToken(app.deps, run) })
  await visitor.receive('session_created')
  expect(await app.db.$count(inquiryTable)).toBe(1)
  expect(await app.db.$count(chatSessions)).toBe(1)
  expect(await owner.call(inquiries.list, {})).toEqual([])
  expect(await owner.call(inquiries.list, { quarantined: 'true' })).toEqual([])
  expect((await owner.call(dashboard.overview, {})).inquiries).toEqual({
    ...{ total: 0, waiting: 0, quarantined: 0 },
  })
  expect(await owner.call(chatCalls.numbers, {})).toEqual({ active: 0, waiting: 0, today: 0 })
  const { weeks } = await owner.call(charts.series, { timeZone: 'UTC' })
  expect(weeks.every((week) => week.inquiries === 0)).toBe(true)
  // An agent who joins now does not see it either.
  const { user } = await owner.call(auth.me, {})
  const agent = await app.connect({ cookie: owner.cookie ?? '' })
  agent.send({ type: 'admin_join', adminId: user.id })
  expect((await agent.receive('active_sessions')).sessions).toEqual([])
})

const run = { runId: 'a run', storageKey: '0123456789abcdef0123456789abcdef' }
const lead = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9000 }

async function beginRun(app: TestApp, secondsAgo = 0): Promise<void> {
  const at = sql`now() - make_interval(secs => ${secondsAgo})`
  await app.db.insert(storedState).values({ name: runToken, value: run, at })
}

function sendForm(app: TestApp, headers: Record<string, string>) {
  return app.send({
    method: 'POST',
    url: '/api/contact',
    headers: { origin, ...headers },
    payload: lead,
  })
}

test('only the self-check can hide a message', async () => {
  await using app = await openPort()
  const agent = await app.person('agent')
  const old = checkToken(app.deps, { ...run, runId: 'another run' })
  const genuine = checkToken(app.deps, run)
  const changed = genuine.replace(/.{3}$/, (end) => (end === 'AAA' ? 'BBB' : 'AAA'))
  const forged = [run.runId, changed, genuine.slice(0, -2), old, 'v1.a.b', '.', '1']
  await beginRun(app)
  for (const [at, token] of forged.entries()) {
    const headers = { [checkHeader]: token }
    const payload = { ...lead, message: `Hello ${at}` }
    await app.send({
      ...{ method: 'POST', url: '/api/contact', payload },
      ...{ headers: { origin, ...headers }, remoteAddress: `198.51.100.${at}` },
    })
    for (const method of ['GET', 'POST'] as const) {
      const answer = await app.send({
        method,
        url: '/api/self-check/file',
        headers: { origin, ...headers },
      })
      expect([token, answer.statusCode]).toEqual([token, 404])
    }
  }
  expect(await agent.call(inquiries.list, {})).toHaveLength(forged.length)
  // The genuine token of an interrupted run is rejected, too.
  await app.db
    .update(storedState)
    .set({ at: sql`now() - interval '3 minutes'` })
    .where(eq(storedState.name, runToken))
  await sendForm(app, { [checkHeader]: genuine })
  expect(await agent.call(inquiries.list, {})).toHaveLength(forged.length + 1)
  const visitor = await app.connect()
  const visitorInfo = { name: 'Eve', email: checkAddress }
  visitor.send({ type: 'visitor_join', visitorInfo, visitorId: genuine })
  expect(await visitor.receive('error')).toMatchObject({ code: 'invalid' })
  expect(await app.db.$count(chatSessions)).toBe(0)
})

test('only the doctor learns the client address of a request', async () => {
  await using app = await openTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const ask = (token: string) =>
    app.send({
      url: '/api/self-check/address',
      headers: { [checkHeader]: token, 'x-forwarded-for': '198.51.100.9' },
    })
  const answer = await ask(doctorToken(app.deps.encryption))
  expect(answer.json()).toEqual({ address: '198.51.100.9' })
  const old = app.deps.encryption.encrypt(String(Date.now() - 120_000), 'self-check|doctor')
  for (const token of ['', 'x', old, checkToken(app.deps, run)]) {
    expect((await ask(token)).statusCode).toBe(404)
  }
})

test('the next check removes the remains of an interrupted one', async () => {
  await using app = await openPort()
  await beginRun(app)
  const token = checkToken(app.deps, run)
  await sendForm(app, { [checkHeader]: token })
  const visitor = await app.connect()
  visitor.send({ type: 'visitor_join', visitorId: token })
  const { sessionId } = await visitor.receive('session_created')
  visitor.send({ type: 'send_message', sessionId, content: 'Nightly check' })
  await visitor.receive('new_message')
  await visitor.close()
  const received = await app.deps.storage.receive(10, run.storageKey)
  received.sink.end('left over')
  await new Promise((resolve) => received.sink.once('finish', resolve))
  await received.commit(received.sha256())
  expect(await traces(app)).toBe(5)
  await app.db
    .update(storedState)
    .set({ at: sql`now() - interval '3 minutes'` })
    .where(eq(storedState.name, runToken))
  await runByNight(app)
  expect(await traces(app)).toBe(0)
})

test('a failure is reported on the dashboard, in the log and by mail, with its beginning', async () => {
  await using sink = await openMailSink()
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'site@n.example', MAIL_TO: 'staff@n.example' }
  await using app = await openPort(mail, false)
  const agent = await app.person('agent')
  await runByNight(app)
  const first = await agent.call(selfCheck.show, {})
  expect(first).toMatchObject({
    state: 'failed',
    failures: [{ step: 'chat', reason: expect.stringContaining('socket') }],
  })
  await runByNight(app)
  const second = await agent.call(selfCheck.show, {})
  expect(second.checkedAt).not.toBe(first.checkedAt)
  expect(second.failures[0]?.since).toBe(first.failures[0]?.since)
  expect(logged(app, 'self_check_failed')).toHaveLength(2)
  expect(sink.mails).toHaveLength(2)
  expect(sink.mails[0]).toContain('To: staff@n.example')
  expect(sink.mails[0]).toContain('Live chat: the socket')
  expect(await traces(app)).toBe(0)
})

test('without a listener every part of the check fails', async () => {
  await using app = await openTestApp({ environment: { PORT: String(await freePort()) } })
  const agent = await app.person('agent')
  await runByNight(app)
  const { failures } = await agent.call(selfCheck.show, {})
  expect(failures.map(({ step }) => step)).toEqual(['form', 'chat', 'file'])
  expect(failures[0]?.reason).toBe('the server could not be reached')
})

test('a place for files that is gone is a failure of its own, and the next good night ends it', async () => {
  await using app = await openPort()
  const agent = await app.person('agent')
  const directory = documentsDirectory(app.deps.config)
  rmSync(directory, { recursive: true })
  await runByNight(app)
  const { state, failures } = await agent.call(selfCheck.show, {})
  expect([state, failures.map(({ step, reason }) => [step, reason])]).toEqual([
    'failed',
    [['file', 'answered with 503']],
  ])
  mkdirSync(directory)
  await runByNight(app)
  expect(await agent.call(selfCheck.show, {})).toMatchObject({ state: 'verified', failures: [] })
})

test('a check that did not run for 26 hours says so, also when there never was one', async () => {
  await using app = await openPort()
  const agent = await app.person('agent')
  const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`
  await app.db.update(users).set({ createdAt: hoursAgo(27) })
  expect(await agent.call(selfCheck.show, {})).toMatchObject({ state: 'overdue', checkedAt: null })
  // Once the first check is scheduled, the wait counts from then.
  await plan(app.deps, [checkEveryNight])
  expect(await agent.call(selfCheck.show, {})).toMatchObject({ state: 'pending' })
  await runByNight(app)
  expect(await agent.call(selfCheck.show, {})).toMatchObject({ state: 'verified' })
  const result = eq(storedState.name, 'self-check.result')
  await app.db
    .update(storedState)
    .set({ at: hoursAgo(25) })
    .where(result)
  expect(await agent.call(selfCheck.show, {})).toMatchObject({ state: 'verified' })
  await app.db
    .update(storedState)
    .set({ at: hoursAgo(27) })
    .where(result)
  expect(await agent.call(selfCheck.show, {})).toMatchObject({ state: 'overdue' })
})

test('an owner may check by hand, one at a time and three times in ten minutes', async () => {
  await using app = await openPort()
  const owner = await app.person('owner')
  const both = await Promise.allSettled([
    owner.call(selfCheck.run, {}),
    owner.call(selfCheck.run, {}),
  ])
  const outcomes = both.map((one) =>
    one.status === 'fulfilled' ? one.value.state : (one.reason as { code: string }).code,
  )
  expect(outcomes.sort()).toEqual(['conflict', 'verified'])
  await owner.call(selfCheck.run, {})
  expect((await failureOf(owner.call(selfCheck.run, {}))).code).toBe('too_many_requests')
  expect(await traces(app)).toBe(0)
})
