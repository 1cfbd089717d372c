import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, users as table } from '#server/database/schema.ts'
import type { EndedSessions } from '#server/security/revocation.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { auth } from '../sign-in/contract.ts'
import { users } from './contract.ts'

const last = 'This is the last active owner. Make somebody else an owner first.'

async function idOf(app: TestApp, username: string): Promise<string> {
  const [user] = await app.db.select().from(table).where(eq(table.username, username))
  return user?.id ?? ''
}

async function states(owner: Person) {
  const list = await owner.call(users.list, {})
  return list.map(({ username, role, state }) => `${username} ${role} ${state}`)
}

test('an owner sees everybody by name, with state, factor and last seen, and no secret', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'Ona')
  await app.person('agent', 'ben')
  const list = await owner.call(users.list, {})
  expect(list).toEqual(
    ['ben agent', 'Ona owner'].map((line) => ({
      id: expect.any(String),
      username: line.split(' ')[0],
      email: null,
      role: line.split(' ')[1],
      active: true,
      state: 'active',
      secondFactor: false,
      invitedUntil: null,
      lastSeenAt: expect.any(String),
      createdAt: expect.any(String),
    })),
  )
})

test('a new role counts at once: the sessions end and the next has it', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const ben = await app.person('agent', 'ben')
  const ended: EndedSessions[] = []
  app.deps.revoked.add((which) => ended.push(which))
  const id = await idOf(app, 'ben')
  expect(await owner.call(users.update, { id, role: 'admin' })).toMatchObject({ role: 'admin' })
  await expect(ben.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  const again = await app.signIn('ben')
  expect((await again.call(auth.me, {})).user.role).toBe('admin')
  await owner.call(users.update, { id, role: 'admin' })
  expect((await again.call(auth.me, {})).user.role).toBe('admin')
  expect(ended).toEqual([{ userId: id }])
  const acts = await app.db.select().from(auditEntries)
  expect(acts).toMatchObject([
    { action: 'user.role_changed', subjectId: id, details: { from: 'agent', to: 'admin' } },
  ])
})

test('a deactivated user is out at once and back after activation', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const ben = await app.person('agent', 'ben')
  const ended: EndedSessions[] = []
  app.deps.revoked.add((which) => ended.push(which))
  const id = await idOf(app, 'ben')
  await owner.call(users.update, { id, active: false })
  await expect(ben.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(app.signIn('ben')).rejects.toThrow('Invalid credentials')
  expect(await states(owner)).toEqual(['ben agent deactivated', 'ona owner active'])
  await owner.call(users.update, { id, active: true })
  await app.signIn('ben')
  expect(ended).toEqual([{ userId: id }, { userId: id }])
})

test('the last active owner keeps role and access, whoever asks', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  await app.person('owner', 'former')
  const former = await idOf(app, 'former')
  await owner.call(users.update, { id: former, active: false })
  const id = await idOf(app, 'ona')
  for (const change of [{ role: 'admin' as const }, { active: false }]) {
    const refused = owner.call(users.update, { id, ...change })
    await expect(refused).rejects.toMatchObject({ code: 'conflict', message: last })
  }
  expect((await owner.call(auth.me, {})).user.role).toBe('owner')
  // An invited owner does not count as an owner yet.
  await owner.call(users.invite, { username: 'future', role: 'owner' })
  const still = owner.call(users.update, { id, role: 'agent' })
  await expect(still).rejects.toMatchObject({ message: last })
  await owner.call(users.update, { id: former, active: true })
  expect(await owner.call(users.update, { id, role: 'agent' })).toMatchObject({ role: 'agent' })
})

test('owners who demote each other at the same time leave at least one', async () => {
  await using app = await openTestApp()
  for (let n = 0; n < 4; n += 1) {
    const names = [`ona-${n}`, `pia-${n}`, `rui-${n}`]
    await app.db.update(table).set({ active: false })
    const owners = await Promise.all(names.map((name) => app.person('owner', name)))
    const ids = await Promise.all(names.map((name) => idOf(app, name)))
    const answers = await Promise.allSettled(
      owners.map((owner, i) => {
        const id = ids[(i + 1) % ids.length] ?? ''
        return owner.call(users.update, n % 2 ? { id, role: 'admin' } : { id, active: false })
      }),
    )
    const left = await app.db.$count(table, sql`${table.active} and ${table.role} = 'owner'`)
    expect(left).toBeGreaterThan(0)
    const refusals = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as { code: string }).code] : [],
    )
    expect(refusals.length).toBeGreaterThan(0)
    for (const code of refusals) {
      expect(['conflict', 'forbidden', 'unauthenticated']).toContain(code)
    }
  }
})

test('a stolen session cannot get round the password by way of the users', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const id = await idOf(app, 'ona')
  for (const endpoint of [users.renewLink, users.resetSecondFactor]) {
    await expect(owner.call(endpoint, { id })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Use your own account for this.',
    })
  }
})

test('unknown users are 404, and an empty change changes nothing', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const id = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'
  const unknown = { code: 'not_found', message: 'There’s no such user.' }
  await expect(owner.call(users.update, { id, active: true })).rejects.toMatchObject(unknown)
  for (const endpoint of [users.renewLink, users.cancelInvitation, users.resetSecondFactor]) {
    await expect(owner.call(endpoint, { id })).rejects.toMatchObject(unknown)
  }
  const own = await idOf(app, 'ona')
  expect(await owner.call(users.update, { id: own })).toMatchObject({ role: 'owner' })
  expect((await owner.call(auth.me, {})).user.username).toBe('ona')
})
