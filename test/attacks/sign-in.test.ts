import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dashboard } from '#features/admin/overview/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { account } from '#features/identity/account/contract.ts'
import { hashPassword } from '#features/identity/passwords/hash-password.server.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { sessions, users } from '#server/database/schema.ts'
import { openChatTestApp } from '../harness/chat-app.ts'
import { openTestDatabase } from '../harness/database.ts'
import {
  appOver,
  openTestApp,
  origin,
  password,
  type TestApp,
  testDependencies,
} from '../harness/test-app.ts'

function login(app: TestApp, payload: object, remoteAddress = '198.51.100.9') {
  const headers = { origin }
  return app.send({ method: 'POST', url: '/api/auth/login', remoteAddress, headers, payload })
}

// A01

test('a wrong password and an unknown name get indistinguishable answers', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const answers: string[] = []
  for (let n = 0; n < 12; n++) {
    const username = n % 2 === 0 ? 'mara' : 'nobody'
    const answer = await login(app, { username, password: `guess ${n}` }, `203.0.113.${n}`)
    const { requestId: _, ...body } = answer.json<Record<string, unknown>>()
    const { date: __, 'x-request-id': ___, ...headers } = answer.headers
    answers.push(JSON.stringify([answer.statusCode, body, headers]))
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('[401,{"message":"Invalid credentials"')
})

// A04

test('an old cookie is invalid after the sign-out, for calls and sockets', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent('owner')
  const { person } = agent
  await person.call(auth.logout, {})
  const calls = [auth.me, inquiries.list, clients.list, dashboard.overview, account.sessions]
  for (const endpoint of calls) {
    await expect(person.call(endpoint, {})).rejects.toMatchObject({ status: 401 })
  }
  await expect(app.connect({ cookie: person.cookie ?? '' })).rejects.toThrow('refused with 401')
  expect(await person.call(auth.logout, {})).toEqual({ success: true })
})

test('while the database is away a sign-out says so', async () => {
  await using database = await openTestDatabase()
  await using app = await appOver(testDependencies(database.db))
  await app.ready()
  await database.close()
  const cookie = `__Host-session=${'x'.repeat(43)}`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { origin, cookie },
  })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.json()).toMatchObject({
    message: 'The database does not answer. Please try again shortly.',
  })
})

// A06

/** Moves sessions into the past, as if the database's clock had advanced. */
async function age(app: TestApp, hours: number): Promise<void> {
  const by = sql`make_interval(hours => ${hours})`
  await app.db.update(sessions).set({
    createdAt: sql`${sessions.createdAt} - ${by}`,
    lastSeenAt: sql`${sessions.lastSeenAt} - ${by}`,
    expiresAt: sql`${sessions.expiresAt} - ${by}`,
  })
}

test('a session ends at its idle end and at its absolute end', async () => {
  await using app = await openTestApp()
  const idle = await app.person('owner', 'idle')
  await age(app, 7)
  await idle.call(auth.me, {})
  await age(app, 9)
  await expect(idle.call(auth.me, {})).rejects.toMatchObject({ status: 401 })
  const busy = await app.person('owner', 'busy')
  for (let hours = 0; hours < 10; hours += 5) {
    await age(app, 5)
    await busy.call(auth.me, {})
  }
  await age(app, 3)
  await expect(busy.call(auth.me, {})).rejects.toMatchObject({ status: 401 })
})

test('a clock that goes back does not revive a session', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  await age(app, 9)
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ status: 401 })
  await age(app, -9)
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ status: 401 })
})

// A08

test('a password counts to its last character, and a huge one is not read', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const emoji = '😀'.repeat(64)
  for (const [about, stored, wrong] of [
    ['emoji', emoji, '😀'.repeat(63)],
    ['a leading space', ` ${password}`, password],
    ['the 1,024th byte', 'x'.repeat(1024), `${'x'.repeat(1023)}y`],
  ] as const) {
    const passwordHash = await hashPassword(stored)
    await app.db.update(users).set({ passwordHash }).where(eq(users.username, 'mara'))
    const statuses = [wrong, stored].map(async (given) => {
      return (await login(app, { username: 'mara', password: given })).statusCode
    })
    expect([about, ...(await Promise.all(statuses))]).toEqual([about, 401, 200])
  }
  const huge = await login(app, { username: 'mara', password: 'x'.repeat(1_000_000) })
  expect(huge.statusCode).toBe(413)
})

/** Adds users who have the same password and have signed in from these networks. */
async function addPeople(app: TestApp, count: number, knownNetworks: string[] = []) {
  const passwordHash = await hashPassword(password)
  const people = Array.from({ length: count }, (_, n) => ({
    username: `person-${n}`,
    role: 'agent' as const,
    passwordHash,
    knownNetworks,
  }))
  await app.db.insert(users).values(people)
  return people.map(({ username }) => username)
}

test('many sign-ins at once are all answered', async () => {
  await using app = await openTestApp()
  const people = await addPeople(app, 40)
  const answers = await Promise.all(
    people.map((username, n) => login(app, { username, password }, `10.9.${n}.1`)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200))
  expect(new Set(answers.map(({ headers }) => String(headers['set-cookie']))).size).toBe(40)
})

const statusesOf = async (answers: ReturnType<typeof login>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode)

test('sign-ins of one address at once wait for each other, and nobody else for them', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const people = await addPeople(app, 20, ['203.0.113.9', '2001:db8:0:1::/64'])
  const flood = (address: string) =>
    Array.from({ length: 230 }, (_, n) =>
      login(app, { username: `nobody-${n}`, password: 'guess' }, address),
    )
  const floods = [...flood('203.0.113.9'), ...flood('2001:db8:0:1::9')]
  const known = people.map((username, n) =>
    login(app, { username, password }, n % 2 ? '203.0.113.9' : `2001:db8:0:1::${n}`),
  )
  const elsewhere = login(app, { username: 'mara', password }, '192.0.2.1')
  expect(await statusesOf([elsewhere, ...known])).toEqual(Array(21).fill(200))
  const statuses = await statusesOf(floods)
  expect([...new Set(statuses)].sort()).toEqual([401, 429])
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(20)
})

test('whoever tries many names from one address is refused; those who signed in from there are not', async () => {
  await using app = await openTestApp()
  const [first = '', second = ''] = await addPeople(app, 2)
  const from = '203.0.113.9'
  const signIn = async (username: string, given = password, address = from) =>
    (await login(app, { username, password: given }, address)).statusCode
  expect(await signIn(first)).toBe(200)
  for (let n = 0; n < 50; n++) expect(await signIn(`nobody-${n}`, 'guess')).toBe(401)
  expect(await signIn('nobody', 'guess')).toBe(429)
  expect(await signIn(second)).toBe(429)
  expect(await signIn(second, password, '203.0.113.10')).toBe(200)
  expect(await signIn(first)).toBe(200)
  for (let n = 0; n < 10; n++) expect(await signIn(first, 'guess')).toBe(401)
  expect(await signIn(first, 'guess')).toBe(429)
})

test('twenty people behind one address sign in one after another, though some mistype', async () => {
  await using app = await openTestApp()
  for (const username of await addPeople(app, 20)) {
    expect((await login(app, { username, password: 'mistyped' })).statusCode).toBe(401)
    expect((await login(app, { username, password })).statusCode).toBe(200)
  }
})
