import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, users as people, invitations as table } from '#server/database/schema.ts'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { openTestApp, origin, password } from '#test/harness/test-app.ts'
import { auth } from '../sign-in/contract.ts'
import { users } from '../users/contract.ts'
import { invitations } from './contract.ts'

const chosen = 'seven quiet harbour lamps'
const tokenOf = (link: string) => link.slice(link.indexOf('#') + 1)
const gone = { code: 'not_found' }

test('an invitation leads to a password and a sign-in, once', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const { user, link, mailedTo } = await owner.call(users.invite, {
    username: 'ben',
    role: 'agent',
  })
  expect(link).toMatch(new RegExp(`^${origin}/invitation#[\\w-]{43}$`))
  expect(mailedTo).toBeNull()
  expect(user).toMatchObject({ username: 'ben', state: 'invited', active: false, email: null })
  const invited = app.stranger()
  const token = tokenOf(link)
  expect(await invited.call(invitations.check, { token })).toEqual({
    username: 'ben',
    displayName: null,
    role: 'agent',
    joining: true,
    expiresAt: user.invitedUntil,
  })
  const weak = invited.call(invitations.accept, { token, password: 'Password2026' })
  await expect(weak).rejects.toMatchObject({ fields: { password: expect.any(String) } })
  const answer = await invited.call(invitations.accept, { token, password: chosen })
  expect(answer).toEqual({ message: 'Your account is ready', username: 'ben' })
  const ben = await app.signIn('ben', { password: chosen })
  expect((await ben.call(auth.me, {})).user.role).toBe('agent')
  await expect(invited.call(invitations.check, { token })).rejects.toMatchObject(gone)
  const again = invited.call(invitations.accept, { token, password: 'nine loud mountain drums' })
  await expect(again).rejects.toMatchObject(gone)
  const acts = await app.db.select().from(auditEntries)
  expect(acts.map(({ action }) => action)).toEqual(['user.invited', 'user.invitation_accepted'])
})

test('who joins says how visitors see them; a new password leaves the name as it is', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const { link, user } = await owner.call(users.invite, { username: 'ben', role: 'agent' })
  const stranger = app.stranger()
  const accept = (link: string, displayName?: string) =>
    stranger.call(invitations.accept, {
      token: tokenOf(link),
      password: chosen,
      ...(displayName !== undefined && { displayName }),
    })
  for (const refused of ['x'.repeat(81), 'Ben \u202eliar', 'Ben\u0000']) {
    await expect(accept(link, refused)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { displayName: expect.any(String) },
    })
  }
  await accept(link, ' Ben Ilves ')
  const nameOfBen = async () => {
    const ben = await app.signIn('ben', { password: chosen })
    return (await ben.call(auth.me, {})).user.displayName
  }
  expect(await nameOfBen()).toBe('Ben Ilves')
  const renewed = await owner.call(users.renewLink, { id: user.id })
  const check = await stranger.call(invitations.check, { token: tokenOf(renewed.link) })
  expect(check).toMatchObject({ displayName: 'Ben Ilves', joining: false })
  await accept(renewed.link)
  expect(await nameOfBen()).toBe('Ben Ilves')
})

test('accepted by two at the same time, one password counts', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const { link } = await owner.call(users.invite, { username: 'ben', role: 'agent' })
  const passwords = [chosen, 'nine loud mountain drums']
  const answers = await Promise.allSettled(
    passwords.map((one) =>
      app.stranger().call(invitations.accept, { token: tokenOf(link), password: one }),
    ),
  )
  const won = answers.flatMap(({ status }, n) => (status === 'fulfilled' ? [passwords[n]] : []))
  expect(won).toHaveLength(1)
  await app.signIn('ben', { password: won[0] })
})

test('the token is kept as a hash and logged nowhere', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const { link } = await owner.call(users.invite, { username: 'ben', role: 'agent' })
  const token = tokenOf(link)
  await app.stranger().call(invitations.accept, { token, password: chosen })
  const stored = [await app.db.select().from(table), await app.db.select().from(auditEntries)]
  expect(JSON.stringify([stored, app.logged])).not.toContain(token)
  expect(JSON.stringify(app.logged)).not.toContain(chosen)
})

test('after seven days the link is over; a new one works and ends the one before', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const first = await owner.call(users.invite, { username: 'ben', role: 'agent' })
  const days = (Date.parse(first.validUntil) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(7, 2)
  await app.db.update(table).set({ expiresAt: sql`now() - interval '1 second'` })
  const late = app.stranger().call(invitations.check, { token: tokenOf(first.link) })
  await expect(late).rejects.toMatchObject(gone)
  const [ben] = await owner.call(users.list, {})
  expect(ben).toMatchObject({ username: 'ben', state: 'expired' })
  const { id } = first.user
  const second = await owner.call(users.renewLink, { id })
  const third = await owner.call(users.renewLink, { id })
  expect(third.user.state).toBe('invited')
  const voided = app.stranger().call(invitations.check, { token: tokenOf(second.link) })
  await expect(voided).rejects.toMatchObject(gone)
  const accepted = { token: tokenOf(third.link), password: chosen }
  await app.stranger().call(invitations.accept, accepted)
  await app.signIn('ben', { password: chosen })
})

test('a cancelled invitation frees the name; who has joined cannot be cancelled', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const invite = () => owner.call(users.invite, { username: 'ben', role: 'agent' })
  const first = await invite()
  await expect(invite()).rejects.toMatchObject({
    code: 'conflict',
    fields: { username: 'There is already a user with this name' },
  })
  await owner.call(users.cancelInvitation, { id: first.user.id })
  const token = tokenOf(first.link)
  await expect(app.stranger().call(invitations.check, { token })).rejects.toMatchObject(gone)
  const second = await invite()
  const accepted = { token: tokenOf(second.link), password: chosen }
  await app.stranger().call(invitations.accept, accepted)
  const late = owner.call(users.cancelInvitation, { id: second.user.id })
  await expect(late).rejects.toMatchObject({ code: 'conflict' })
})

test('an invited user cannot sign in, be activated or count as owner before accepting', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const { user, link } = await owner.call(users.invite, { username: 'ben', role: 'agent' })
  await expect(app.signIn('ben')).rejects.toThrow('Invalid credentials')
  const early = owner.call(users.update, { id: user.id, active: true })
  await expect(early).rejects.toMatchObject({ code: 'conflict' })
  // The role may change between the invitation and its use.
  await owner.call(users.update, { id: user.id, role: 'admin' })
  const check = await app.stranger().call(invitations.check, { token: tokenOf(link) })
  expect(check.role).toBe('admin')
})

test('somebody who forgot the password gets a link; the old password and sessions end with it', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const ben = await app.person('agent', 'ben')
  const [{ id = '' } = {}] = await app.db.select().from(people).where(eq(people.username, 'ben'))
  const { link, user } = await owner.call(users.renewLink, { id })
  expect(user).toMatchObject({ state: 'active', invitedUntil: null })
  expect((await ben.call(auth.me, {})).user.username).toBe('ben')
  const token = tokenOf(link)
  const visitor = app.stranger()
  expect(await visitor.call(invitations.check, { token })).toMatchObject({ joining: false })
  const answer = await visitor.call(invitations.accept, { token, password: chosen })
  expect(answer.message).toBe('Your password is changed')
  await expect(ben.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(app.signIn('ben', { password })).rejects.toThrow('Invalid credentials')
  await app.signIn('ben', { password: chosen })
})

test('deactivation makes an open link worthless', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  await app.person('agent', 'ben')
  const [{ id = '' } = {}] = await app.db.select().from(people).where(eq(people.username, 'ben'))
  const { link } = await owner.call(users.renewLink, { id })
  await owner.call(users.update, { id, active: false })
  const token = tokenOf(link)
  const late = app.stranger().call(invitations.accept, { token, password: chosen })
  await expect(late).rejects.toMatchObject(gone)
  await expect(owner.call(users.renewLink, { id })).rejects.toMatchObject({ code: 'conflict' })
})

test('with a mail server and an address the link is mailed', async () => {
  await using sink = await openMailSink()
  const environment = {
    SMTP_URL: sink.url,
    MAIL_FROM: 'office@counterfoil.example',
    MAIL_TO: 'staff@counterfoil.example',
  }
  await using app = await openTestApp({ environment })
  const owner = await app.person('owner', 'ona')
  const email = 'ben@counterfoil.example'
  const { link, mailedTo } = await owner.call(users.invite, {
    username: 'ben',
    role: 'agent',
    email,
  })
  expect(mailedTo).toBe(email)
  await app.work()
  expect(sink.mails).toHaveLength(1)
  const mail = sink.mails[0]?.replace(/=\n/g, '').replaceAll('=3D', '=') ?? ''
  expect(mail).toContain(`To: ${email}`)
  expect(mail).toContain(link)
  const silent = await owner.call(users.invite, { username: 'cleo', role: 'agent' })
  expect(silent.mailedTo).toBeNull()
  await app.work()
  expect(sink.mails).toHaveLength(1)
})

test('names and addresses are checked, with a sentence for each field', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'ona')
  const cases = [
    [{ username: ' ', role: 'agent' }, { username: 'Username is required' }],
    [
      { username: 'ben ilves', role: 'agent' },
      { username: 'Use letters, digits, dots, dashes and underscores' },
    ],
    [{ username: 'ben', role: 'agent', email: 'ben@' }, { email: 'Enter a valid email address' }],
    [{ username: 'ben', role: 'king' }, { role: 'Choose a role' }],
  ] as const
  for (const [input, fields] of cases) {
    const refused = owner.call(users.invite, input as never)
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', fields })
  }
})
