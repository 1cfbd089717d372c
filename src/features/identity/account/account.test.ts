import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, sessions, users } from '#server/database/schema.ts'
import type { EndedSessions } from '#server/security/revocation.ts'
import { openTestApp, password } from '#test/harness/test-app.ts'
import { hashPassword } from '../passwords/hash-password.server.ts'
import { auth } from '../sign-in/contract.ts'
import { account } from './contract.ts'
import { describeDevice, isHandheld } from './devices.ts'

const newPassword = 'seven quiet harbour lamps'

test('the own password changes, every other session ends and the change is on record', async () => {
  await using app = await openTestApp()
  const mara = await app.person('agent', 'mara')
  const elsewhere = await app.signIn('mara')
  const ben = await app.person('agent', 'ben')
  const ended: EndedSessions[] = []
  app.deps.revoked.add((which) => ended.push(which))
  const change = { currentPassword: password, newPassword }
  expect(await mara.call(account.changePassword, change)).toEqual({ success: true })
  const { user } = await mara.call(auth.me, {})
  await expect(elsewhere.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await ben.call(auth.me, {})).user.username).toBe('ben')
  expect(ended).toEqual([{ userId: user.id, except: expect.any(String) }])
  await expect(app.signIn('mara')).rejects.toThrow('Invalid credentials')
  await app.signIn('mara', { password: newPassword })
  const acts = await app.db.select().from(auditEntries)
  expect(acts).toMatchObject([{ action: 'user.password_changed', actorId: user.id }])
  expect(JSON.stringify([acts, app.logged])).not.toContain(newPassword)
})

test('a wrong current password is a matter of that field, and ten are enough', async () => {
  await using app = await openTestApp()
  const mara = await app.person('agent', 'mara')
  const guess = () =>
    mara.call(account.changePassword, { currentPassword: 'not this one', newPassword })
  for (let n = 0; n < 10; n += 1) {
    await expect(guess()).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { currentPassword: 'This isn’t your current password' },
    })
  }
  const right = mara.call(account.changePassword, { currentPassword: password, newPassword })
  await expect(right).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: expect.any(Number),
  })
  expect((await mara.call(auth.me, {})).user.username).toBe('mara')
})

test('a new password is long enough, not too long, not well known and kept exactly', async () => {
  await using app = await openTestApp()
  const mara = await app.person('agent', 'mara')
  const change = (chosen: string, currentPassword = password) =>
    mara.call(account.changePassword, { currentPassword, newPassword: chosen })
  const refusals = {
    elevenchars: 'Use at least 12 characters',
    [' '.repeat(20)]: 'Choose a password',
    ['é'.repeat(513)]: 'The password is too long',
    Password2026: 'This password is too easy to guess',
    'mara-mara-mara': 'This password is too easy to guess',
  }
  for (const [chosen, sentence] of Object.entries(refusals)) {
    await expect(change(chosen)).rejects.toMatchObject({ fields: { newPassword: sentence } })
  }
  const emoji = ' \u{1F511}\u{1F40E}\u{1F50B}\u{1F4CE}\u{1F9ED}'.repeat(10)
  await change(emoji)
  await expect(app.signIn('mara', { password: emoji.trim() })).rejects.toThrow(
    'Invalid credentials',
  )
  await app.signIn('mara', { password: emoji })
})

test('of two simultaneous changes one succeeds', async () => {
  await using app = await openTestApp()
  const mara = await app.person('agent', 'mara')
  const chosen = ['seven quiet harbour lamps', 'nine loud mountain drums']
  const answers = await Promise.allSettled(
    chosen.map((one) =>
      mara.call(account.changePassword, { currentPassword: password, newPassword: one }),
    ),
  )
  const won = answers.flatMap(({ status }, n) => (status === 'fulfilled' ? [chosen[n]] : []))
  expect(won).toHaveLength(1)
  await app.signIn('mara', { password: won[0] })
})

test('own sessions are listed, the asking one marked, and end one by one or all but this', async () => {
  await using app = await openTestApp()
  const mara = await app.person('agent', 'mara')
  const second = await app.signIn('mara')
  const third = await app.signIn('mara')
  const listed = await mara.call(account.sessions, {})
  expect(listed).toHaveLength(3)
  expect(listed.filter(({ current }) => current)).toHaveLength(1)
  expect(listed[0]).toEqual({
    id: expect.any(String),
    userAgent: expect.any(String),
    address: expect.any(String),
    createdAt: expect.any(String),
    lastSeenAt: expect.any(String),
    current: expect.any(Boolean),
  })
  const ended: EndedSessions[] = []
  app.deps.revoked.add((which) => ended.push(which))
  const own = await second.call(account.sessions, {})
  const id = own.find(({ current }) => current)?.id ?? ''
  expect(await mara.call(account.endSession, { id })).toEqual({ success: true })
  await expect(second.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(mara.call(account.endSession, { id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await mara.call(account.endOtherSessions, {})).toEqual({ ended: 1 })
  await expect(third.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await mara.call(account.sessions, {})).toMatchObject([{ current: true }])
  expect(ended).toEqual([
    { sessionId: id },
    { userId: expect.any(String), except: expect.any(String) },
  ])
})

test('somebody else’s session does not exist for me', async () => {
  await using app = await openTestApp()
  const mara = await app.person('agent', 'mara')
  const owner = await app.person('owner', 'ona')
  const [session] = await mara.call(account.sessions, {})
  const refused = owner.call(account.endSession, { id: session?.id ?? '' })
  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  expect((await mara.call(auth.me, {})).user.username).toBe('mara')
})

test('the eleventh session ends the oldest and says so, also when all start at once', async () => {
  await using app = await openTestApp()
  const first = await app.person('agent', 'mara')
  const ended: EndedSessions[] = []
  app.deps.revoked.add((which) => ended.push(which))
  await Promise.all(
    Array.from({ length: 13 }, (_, n) => app.signIn('mara', { address: `203.0.113.${n}` })),
  )
  expect(await app.db.$count(sessions)).toBe(10)
  expect(ended).toHaveLength(4)
  await expect(first.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('signing in never outruns a deactivation', async () => {
  await using app = await openTestApp()
  await app.person('agent', 'mara')
  for (let n = 0; n < 5; n += 1) {
    await app.db.update(users).set({ active: true })
    const signingIn = app.signIn('mara').catch(() => undefined)
    await app.db.transaction(async (tx) => {
      await tx.update(users).set({ active: false }).where(eq(users.username, 'mara'))
      await tx.delete(sessions)
    })
    await signingIn
    expect(await app.db.$count(sessions)).toBe(0)
  }
})

test('signing in with the old password never outruns the new one', async () => {
  await using app = await openTestApp()
  await app.person('agent', 'mara')
  const passwordHash = await hashPassword(newPassword)
  const signingIn = app.signIn('mara').catch(() => undefined)
  await app.db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash })
    await tx.delete(sessions)
  })
  await signingIn
  expect(await app.db.$count(sessions)).toBe(0)
})

test('a device is described in a few words', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  const cases: [string, string][] = [
    [chrome, 'Chrome on Windows'],
    [`${chrome} Edg/141.0.0.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
  ]
  for (const [userAgent, words] of cases) expect(describeDevice(userAgent)).toBe(words)
  expect(isHandheld(cases[3]?.[0] ?? '')).toBe(true)
  expect(isHandheld(chrome)).toBe(false)
})

test('a profile is one’s own, and an older revision does not overwrite a newer one', async () => {
  await using app = await openTestApp()
  const [mara, bo] = [await app.person('agent', 'mara'), await app.person('agent', 'bo')]
  const rest = { title: null, portraitId: null, portraitUrl: null }
  const empty = { ...rest, revision: 0, displayName: null, signature: null }
  expect(await mara.call(account.profile, {})).toEqual(empty)
  const names = { displayName: ' Mara Kovač ', signature: 'Mara\nAutomation' }
  const saved = { ...rest, revision: 1, displayName: 'Mara Kovač', signature: 'Mara\nAutomation' }
  expect(await mara.call(account.saveProfile, { revision: 0, ...names })).toEqual(saved)
  const stale = mara.call(account.saveProfile, { revision: 0, displayName: 'M' })
  await expect(stale).rejects.toMatchObject({ code: 'conflict', current: saved })
  expect((await mara.call(auth.me, {})).user).toMatchObject({ displayName: 'Mara Kovač' })
  expect(await bo.call(account.profile, {})).toEqual(empty)
  for (const displayName of ['x'.repeat(81), 'a\nb', 'Mara\u202EnaM']) {
    const refused = mara.call(account.saveProfile, { revision: 1, displayName })
    await expect(refused).rejects.toMatchObject({ fields: { displayName: /\w/ } })
  }
  const cleared = await mara.call(account.saveProfile, { revision: 1, displayName: '' })
  expect(cleared).toEqual({ ...saved, revision: 2, displayName: null })
})
