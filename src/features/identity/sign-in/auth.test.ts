import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dashboard } from '#features/admin/overview/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { sessions, users } from '#server/database/schema.ts'
import { hashToken } from '#server/http/identify.ts'
import type { EndedSessions } from '#server/security/revocation.ts'
import { openTestApp, origin, password } from '#test/harness/test-app.ts'
import { account } from '../account/contract.ts'
import { users as people } from '../users/contract.ts'
import { auth } from './contract.ts'

test('the current user is returned when signed in, and refused otherwise', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const { user } = await mara.call(auth.me, {})
  expect(user).toEqual({
    id: expect.any(String),
    username: 'mara',
    displayName: null,
    title: null,
    portraitUrl: null,
    role: 'owner',
  })
  const refused = app.stranger().call(auth.me, {})
  await expect(refused).rejects.toMatchObject({ code: 'unauthenticated', status: 401 })
})

test('the cookie is bound to the origin, hidden from scripts, and stored only as a hash', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const answer = await app.send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin },
    payload: { username: 'MARA', password },
  })
  const [cookie = ''] = [answer.headers['set-cookie']].flat()
  expect(cookie).toMatch(
    /^__Host-session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? ''
  const stored = await app.db.select().from(sessions)
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(stored.map(({ tokenHash }) => Buffer.from(tokenHash).toString('hex'))).toContain(
    Buffer.from(hashToken(token)).toString('hex'),
  )
  expect(JSON.stringify(app.logged)).not.toContain(token)
})

test('a wrong password and an unknown user get the same answer', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const visitor = app.stranger()
  const expected = { code: 'unauthenticated', message: 'Invalid credentials' }
  const wrong = visitor.call(auth.login, { username: 'mara', password: `${password} ` })
  await expect(wrong).rejects.toMatchObject(expected)
  const unknown = visitor.call(auth.login, { username: 'nobody', password })
  await expect(unknown).rejects.toMatchObject(expected)
})

test('blank fields are named with the texts of the form', async () => {
  await using app = await openTestApp()
  const refused = app.stranger().call(auth.login, { username: ' ', password: '' })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { username: 'Username is required', password: 'Password is required' },
  })
})

test('a password beyond 1,024 bytes is refused without hashing', async () => {
  await using app = await openTestApp()
  const refused = app.stranger().call(auth.login, { username: 'mara', password: 'é'.repeat(513) })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
})

test('the eleventh failure from one address waits, and another address still gets in', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const attacker = app.stranger('203.0.113.9')
  const attempt = () => attacker.call(auth.login, { username: 'mara', password: 'guess' })
  for (let n = 0; n < 10; n += 1) {
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' })
  }
  await expect(attempt()).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: expect.any(Number),
  })
  const elsewhere = app.stranger('203.0.113.10')
  const answer = await elsewhere.call(auth.login, { username: 'mara', password })
  expect(answer).toMatchObject({ outcome: 'signed_in', user: { username: 'mara' } })
})

test('guesses at the same time are counted before the first has failed', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const attacker = app.stranger('203.0.113.9')
  const answers = await Promise.allSettled(
    Array.from({ length: 25 }, () =>
      attacker.call(auth.login, { username: 'mara', password: 'guess' }),
    ),
  )
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? (answer.reason as { code: string }).code : 'signed in',
  )
  expect([...new Set(codes)].sort()).toEqual(['too_many_requests', 'unauthenticated'])
  expect(codes.filter((code) => code === 'unauthenticated').length).toBeLessThanOrEqual(10)
})

test('while an address is locked out, open sessions and other addresses go on', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const attacker = app.stranger('203.0.113.9')
  const guess = () => attacker.call(auth.login, { username: 'Mara', password: 'guess' })
  for (let n = 0; n < 11; n += 1) await guess().catch(() => {})
  await expect(guess()).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await mara.call(auth.me, {})).user.username).toBe('mara')
  await app.signIn('mara', { address: '2001:db8::1' })
  const shut = app.signIn('mara', { address: '203.0.113.9' })
  await expect(shut).rejects.toThrow('Too many failed logins. Please wait and try again.')
})

test('a hundred failures from everywhere slow a user down and lock nobody out', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const budget = { name: 'login-failures-user', points: 100, seconds: 3600 }
  for (let n = 0; n < 100; n += 1) await app.deps.limits.take(budget, 'mara')
  const before = performance.now()
  await app.signIn('mara')
  expect(performance.now() - before).toBeGreaterThan(1900)
})

test('a failed login logs neither name nor password', async () => {
  await using app = await openTestApp()
  const guess = app
    .stranger()
    .call(auth.login, { username: 'mara-secret', password: 'pass-secret' })
  await guess.catch(() => {})
  expect(JSON.stringify(app.logged)).toContain('login_failed')
  expect(JSON.stringify(app.logged)).not.toContain('secret')
})

test('after logout the old cookie is invalid, and logging out again succeeds', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const ended: EndedSessions[] = []
  app.deps.revoked.add((which) => ended.push(which))
  expect(await mara.call(auth.logout, {})).toEqual({ success: true })
  expect(ended).toEqual([{ sessionId: expect.any(String) }])
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  for (const endpoint of [inquiries.list, dashboard.overview, account.sessions, people.list]) {
    await expect(mara.call(endpoint, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  }
  expect(await mara.call(auth.logout, {})).toEqual({ success: true })
})

test('a session ends after eight idle hours by the clock of the database', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  await app.db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` })
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('using a session moves its end, but never past twelve hours', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const age = async (hours: number) => {
    await app.db.update(sessions).set({
      createdAt: sql`now() - make_interval(hours => ${hours})`,
      lastSeenAt: sql`now() - interval '1 hour'`,
      expiresAt: sql`now() + interval '1 minute'`,
    })
    await mara.call(auth.me, {})
    const [left] = await app.db
      .select({
        hours: sql<number>`extract(epoch from ${sessions.expiresAt} - now())::float8 / 3600`,
      })
      .from(sessions)
    return left?.hours ?? Number.NaN
  }
  expect(await age(1)).toBeCloseTo(8, 1)
  expect(await age(10)).toBeCloseTo(2, 1)
})

test('a deactivated user is out at once', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  await app.db.update(users).set({ active: false }).where(eq(users.username, 'mara'))
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  const again = app.stranger().call(auth.login, { username: 'mara', password })
  await expect(again).rejects.toMatchObject({ message: 'Invalid credentials' })
})

test('signing in again replaces the session of this browser, and ten is the most', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const login = (cookie?: string) =>
    app.send({
      method: 'POST',
      url: '/api/auth/login',
      headers: { origin, ...(cookie && { cookie }) },
      payload: { username: 'mara', password },
    })
  await login(mara.cookie)
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  for (let n = 0; n < 12; n += 1) await login()
  expect(await app.db.$count(sessions)).toBe(10)
})

test('a cookie planted before the sign-in does not get in', async () => {
  await using app = await openTestApp()
  await app.person('owner', 'mara')
  const planted = `__Host-session=${'p'.repeat(43)}`
  const answer = await app.send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin, cookie: planted },
    payload: { username: 'mara', password },
  })
  expect(answer.statusCode).toBe(200)
  expect(String(answer.headers['set-cookie'])).not.toContain('p'.repeat(43))
  const me = await app.send({ url: '/api/auth/me', headers: { cookie: planted } })
  expect(me.statusCode).toBe(401)
})
