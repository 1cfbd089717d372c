import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openHouse, origin, password } from '../../../test/house.ts'
import { sessions, users } from '../../server/db/schema.ts'
import { hashToken } from '../../server/identify.ts'
import { inquiries } from '../inquiries/contract.ts'
import { auth } from './contract.ts'

test('a signed-in user is told who they are, a stranger is not', async () => {
  await using house = await openHouse()
  const mara = await house.person('owner', 'mara')
  const { user } = await mara.call(auth.me, {})
  expect(user).toEqual({ id: expect.any(String), username: 'mara', role: 'owner' })
  const refused = house.stranger().call(auth.me, {})
  await expect(refused).rejects.toMatchObject({ code: 'unauthenticated', status: 401 })
})

test('the cookie is bound to the origin, hidden from scripts, and stored only as a hash', async () => {
  await using house = await openHouse()
  await house.person('owner', 'mara')
  const answer = await house.send({
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
  const stored = await house.db.select().from(sessions)
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(stored.map(({ tokenHash }) => Buffer.from(tokenHash).toString('hex'))).toContain(
    Buffer.from(hashToken(token)).toString('hex'),
  )
  expect(JSON.stringify(house.logged)).not.toContain(token)
})

test('a wrong password and an unknown user get the same answer', async () => {
  await using house = await openHouse()
  await house.person('owner', 'mara')
  const visitor = house.stranger()
  const expected = { code: 'unauthenticated', message: 'Invalid credentials' }
  const wrong = visitor.call(auth.login, { username: 'mara', password: `${password} ` })
  await expect(wrong).rejects.toMatchObject(expected)
  const unknown = visitor.call(auth.login, { username: 'nobody', password })
  await expect(unknown).rejects.toMatchObject(expected)
})

test('blank fields are named with the texts of the form', async () => {
  await using house = await openHouse()
  const refused = house.stranger().call(auth.login, { username: ' ', password: '' })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { username: 'Username is required', password: 'Password is required' },
  })
})

test('a password beyond 1,024 bytes is refused without hashing', async () => {
  await using house = await openHouse()
  const refused = house.stranger().call(auth.login, { username: 'mara', password: 'é'.repeat(513) })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
})

test('the eleventh failure from one address waits, and another address still gets in', async () => {
  await using house = await openHouse()
  await house.person('owner', 'mara')
  const attacker = house.stranger('203.0.113.9')
  const attempt = () => attacker.call(auth.login, { username: 'mara', password: 'guess' })
  for (let n = 0; n < 10; n += 1) {
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' })
  }
  await expect(attempt()).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: expect.any(Number),
  })
  const elsewhere = house.stranger('203.0.113.10')
  const answer = await elsewhere.call(auth.login, { username: 'mara', password })
  expect(answer).toMatchObject({ outcome: 'signed_in', user: { username: 'mara' } })
})

test('a failed login logs neither name nor password', async () => {
  await using house = await openHouse()
  const guess = house
    .stranger()
    .call(auth.login, { username: 'mara-secret', password: 'pass-secret' })
  await guess.catch(() => {})
  expect(JSON.stringify(house.logged)).toContain('login_failed')
  expect(JSON.stringify(house.logged)).not.toContain('secret')
})

test('after logout the old cookie is worth nothing, and logging out again is fine', async () => {
  await using house = await openHouse()
  const mara = await house.person('owner', 'mara')
  expect(await mara.call(auth.logout, {})).toEqual({ success: true })
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(mara.call(inquiries.list, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await mara.call(auth.logout, {})).toEqual({ success: true })
})

test('a session ends after eight idle hours by the clock of the database', async () => {
  await using house = await openHouse()
  const mara = await house.person('owner', 'mara')
  await house.db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` })
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('using a session moves its end, but never past twelve hours', async () => {
  await using house = await openHouse()
  const mara = await house.person('owner', 'mara')
  const age = async (hours: number) => {
    await house.db.update(sessions).set({
      createdAt: sql`now() - make_interval(hours => ${hours})`,
      lastSeenAt: sql`now() - interval '1 hour'`,
      expiresAt: sql`now() + interval '1 minute'`,
    })
    await mara.call(auth.me, {})
    const [left] = await house.db
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
  await using house = await openHouse()
  const mara = await house.person('owner', 'mara')
  await house.db.update(users).set({ active: false }).where(eq(users.username, 'mara'))
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  const again = house.stranger().call(auth.login, { username: 'mara', password })
  await expect(again).rejects.toMatchObject({ message: 'Invalid credentials' })
})

test('signing in again replaces the session of this browser, and ten is the most', async () => {
  await using house = await openHouse()
  const mara = await house.person('owner', 'mara')
  const login = (cookie?: string) =>
    house.send({
      method: 'POST',
      url: '/api/auth/login',
      headers: { origin, ...(cookie && { cookie }) },
      payload: { username: 'mara', password },
    })
  await login(mara.cookie)
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  for (let n = 0; n < 12; n += 1) await login()
  expect(await house.db.$count(sessions)).toBe(10)
})
