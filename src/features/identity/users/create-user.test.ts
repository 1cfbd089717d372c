import { expect, test } from 'vitest'
import { users } from '#server/database/schema.ts'
import { openTestApp, password } from '#test/harness/test-app.ts'
import { auth } from '../sign-in/contract.ts'
import { createUser, makeFirstOwner, setPassword } from './create-user.server.ts'

const firm = 'Hale & Brook'

test('the first start makes one owner with a generated password, however many start at once', async () => {
  await using app = await openTestApp()
  const first = { username: 'admin', password: undefined }
  const made = await Promise.all([1, 2, 3].map(() => makeFirstOwner(app.db, first, firm)))
  const [generated, ...others] = made.filter((word) => word !== undefined)
  expect(others).toEqual([])
  const login = { username: 'admin', password: generated ?? '' }
  const answer = await app.stranger().call(auth.login, login)
  expect(answer).toMatchObject({ user: { role: 'owner' } })
  expect(await makeFirstOwner(app.db, first, firm)).toBeUndefined()
  expect(await app.db.$count(users)).toBe(1)
})

test('a configured first password is used and never printed', async () => {
  await using app = await openTestApp()
  expect(await makeFirstOwner(app.db, { username: 'mara', password }, firm)).toBeUndefined()
  const answer = await app.stranger().call(auth.login, { username: 'mara', password })
  expect(answer).toMatchObject({ user: { username: 'mara', role: 'owner' } })
})

test.each(['elevenchars', 'password12345', 'mara-mara-mara', 'hale&brook-2026', 'Hale & Brook 1'])(
  'the configured first password %s is refused as any other weak one',
  async (weak) => {
    await using app = await openTestApp()
    const made = makeFirstOwner(app.db, { username: 'mara', password: weak }, firm)
    await expect(made).rejects.toThrow(/^ADMIN_PASSWORD: [^\n]+$/)
    expect(await app.db.$count(users)).toBe(0)
  },
)

test('a sentence with the name of the firm is a good first password', async () => {
  await using app = await openTestApp()
  const first = { username: 'mara', password: 'Hale & Brook sells blue umbrellas' }
  await makeFirstOwner(app.db, first, firm)
  expect(await app.db.$count(users)).toBe(1)
})

test('with a user there, the environment makes nobody', async () => {
  await using app = await openTestApp()
  await app.person('agent', 'someone')
  await makeFirstOwner(app.db, { username: 'mara', password: 'weak' }, firm)
  expect((await app.db.select().from(users)).map(({ username }) => username)).toEqual(['someone'])
})

test('a name is taken whatever its case, and a short password is refused', async () => {
  await using app = await openTestApp()
  await createUser(app.db, { username: 'Mara', password, role: 'admin' })
  const again = createUser(app.db, { username: 'mARA', password, role: 'agent' })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  const weak = createUser(app.db, { username: 'ben', password: 'elevenchars', role: 'agent' })
  await expect(weak).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a new password ends all sessions and replaces the old one', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  await setPassword(app.db, { username: 'Mara', password: 'another long password' })
  await expect(mara.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  const visitor = app.stranger()
  await expect(visitor.call(auth.login, { username: 'mara', password })).rejects.toMatchObject({
    message: 'Invalid credentials',
  })
  const login = { username: 'mara', password: 'another long password' }
  expect(await visitor.call(auth.login, login)).toMatchObject({ user: { username: 'mara' } })
  const unknown = setPassword(app.db, { username: 'nobody', password })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})
