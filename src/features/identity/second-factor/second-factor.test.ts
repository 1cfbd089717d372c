import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { brand } from '#brand.ts'
import { auditEntries, recoveryCodes, users } from '#server/database/schema.ts'
import type { EndedSessions } from '#server/security/revocation.ts'
import { openTestApp, type Person, password, type TestApp } from '#test/harness/test-app.ts'
import { auth } from '../sign-in/contract.ts'
import { users as people } from '../users/contract.ts'
import { secondFactor } from './contract.ts'

const wrong = 'This code is wrong or was used before'

const stepMs = 30_000

/** Starts fifteen seconds into a step, so that no code expires between its creation and its use. */
beforeEach(() => {
  const now = (Math.floor(Date.now() / stepMs) + 0.5) * stepMs
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => void vi.useRealTimers())

/** The authenticator's code, `steps` half-minutes from now. */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + steps * stepMs })
}

/** Six digits that match none of the codes around now. */
function wrongCodeOf(secret: string): string {
  const codes = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  const wrongCodes = ['000000', '123456', '234567', '345678', '456789', '567890']
  return wrongCodes.find((code) => !codes.includes(code)) ?? ''
}

/** Enrolls with the code of the previous half-minute, so that the current one stays unused. */
async function enroll(person: Person) {
  const { secret } = await person.call(secondFactor.start, { password })
  const confirmed = await person.call(secondFactor.confirm, { code: codeOf(secret, -1) })
  return { secret, codes: confirmed.recoveryCodes }
}

async function mara(app: TestApp) {
  const person = await app.person('agent', 'mara')
  return { person, ...(await enroll(person)) }
}

test('until it is confirmed nothing changes; then sign-in asks for the code', async () => {
  await using app = await openTestApp()
  const person = await app.person('agent', 'mara')
  const elsewhere = await app.signIn('mara')
  expect(await person.call(secondFactor.show, {})).toEqual({
    confirmedAt: null,
    recoveryCodesLeft: 0,
  })
  const { secret, address } = await person.call(secondFactor.start, { password })
  expect(address).toContain(`otpauth://totp/${brand.name}:mara?issuer=${brand.name}&secret=`)
  expect(address).toContain(secret)
  await app.signIn('mara')

  const notYet = person.call(secondFactor.confirm, { code: wrongCodeOf(secret) })
  await expect(notYet).rejects.toMatchObject({ fields: { code: expect.any(String) } })
  const ended: EndedSessions[] = []
  app.deps.revoked.add((which) => ended.push(which))
  const code = codeOf(secret, -1)
  const { recoveryCodes: codes } = await person.call(secondFactor.confirm, { code })
  expect(new Set(codes).size).toBe(10)
  expect(codes[0]).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/)
  expect(await person.call(secondFactor.show, {})).toEqual({
    confirmedAt: expect.any(String),
    recoveryCodesLeft: 10,
  })
  await expect(elsewhere.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(ended).toMatchObject([{ except: expect.any(String) }])

  const login = { username: 'mara', password }
  const asked = await app.stranger().call(auth.login, login)
  expect(asked).toEqual({ outcome: 'code_needed', message: expect.any(String) })
  const signedIn = await app.signIn('mara', { code: codeOf(secret) })
  expect((await signedIn.call(auth.me, {})).user.username).toBe('mara')
})

test('the answer that asks for the code sets no cookie', async () => {
  await using app = await openTestApp()
  await mara(app)
  const answer = await app.send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin: 'https://counterfoil.example' },
    payload: { username: 'mara', password },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('a code counts once, also when it comes twice at the same time, and never an older one', async () => {
  await using app = await openTestApp()
  const { secret } = await mara(app)
  const code = codeOf(secret)
  const twice = await Promise.allSettled([1, 2].map(() => app.signIn('mara', { code })))
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(app.signIn('mara', { code })).rejects.toThrow(wrong)
  await expect(app.signIn('mara', { code: codeOf(secret, -1) })).rejects.toThrow(wrong)
  await expect(app.signIn('mara', { code: codeOf(secret, 3) })).rejects.toThrow(wrong)
  const next = codeOf(secret, 1)
  await app.signIn('mara', { code: `${next.slice(0, 3)} ${next.slice(3)}` })
})

test('a recovery code lets in once, however it is written', async () => {
  await using app = await openTestApp()
  const { person, codes } = await mara(app)
  const [first = '', second = ''] = codes
  const twice = await Promise.allSettled([1, 2].map(() => app.signIn('mara', { code: first })))
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await app.signIn('mara', { code: ` ${second.toLowerCase().replaceAll('-', ' ')} ` })
  expect(await person.call(secondFactor.show, {})).toMatchObject({ recoveryCodesLeft: 8 })
  await expect(app.signIn('mara', { code: 'ABCD-EFGH' })).rejects.toThrow(wrong)
})

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

test.each<[string, (code: string) => string]>([
  ['full-width', fullWidth],
  ['with a no-break space', (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`],
  ['with dashes', (code) => code.replace(/..(?=.)/g, '$&\u2013')],
  ['with invisible characters', (code) => `\ufeff${code.slice(0, 2)}\u200b${code.slice(2)}\u200f`],
])('a code is taken as it is pasted, %s', async (_, pasted) => {
  await using app = await openTestApp()
  const person = await app.person('agent', 'mara')
  const { secret } = await person.call(secondFactor.start, { password })
  const code = pasted(codeOf(secret, -1))
  const { recoveryCodes } = await person.call(secondFactor.confirm, { code })
  await app.signIn('mara', { code: pasted(codeOf(secret)) })
  await app.signIn('mara', { code: pasted(recoveryCodes[0] ?? '') })
})

test.each(['12345é', '12345', '1234567', '١٢٣٤٥٦', '12345😀', '123.456'])(
  '%s is no code: refused at its field, and no wrong attempt',
  async (code) => {
    await using app = await openTestApp()
    const person = await app.person('agent', 'mara')
    const { secret } = await person.call(secondFactor.start, { password })
    const refused = { code: 'invalid_input', fields: { code: expect.any(String) } }
    await expect(person.call(secondFactor.confirm, { code })).rejects.toMatchObject(refused)
    await person.call(secondFactor.confirm, { code: codeOf(secret, -1) })
    for (let n = 0; n < 12; n++) {
      await expect(app.signIn('mara', { code })).rejects.toThrow('Enter six digits')
    }
    await app.signIn('mara', { code: codeOf(secret) })
  },
)

test('another user’s recovery code is refused', async () => {
  await using app = await openTestApp()
  const { codes } = await mara(app)
  await enroll(await app.person('agent', 'ben'))
  await expect(app.signIn('ben', { code: codes[0] })).rejects.toThrow(wrong)
  await app.signIn('mara', { code: codes[0] })
})

test('wrong codes count like wrong passwords, asking for the code does not', async () => {
  await using app = await openTestApp()
  const { secret } = await mara(app)
  const visitor = app.stranger()
  const login = { username: 'mara', password }
  for (let n = 0; n < 12; n += 1) {
    expect(await visitor.call(auth.login, login)).toMatchObject({ outcome: 'code_needed' })
  }
  for (let n = 0; n < 10; n += 1) {
    const guess = visitor.call(auth.login, { ...login, code: wrongCodeOf(secret) })
    await expect(guess).rejects.toMatchObject({ code: 'unauthenticated', fields: { code: wrong } })
  }
  const right = visitor.call(auth.login, { ...login, code: codeOf(secret) })
  await expect(right).rejects.toMatchObject({ code: 'too_many_requests' })
  await app.signIn('mara', { code: codeOf(secret), address: '203.0.113.20' })
})

test('with a known password codes cannot be tried from many addresses', async () => {
  await using app = await openTestApp()
  const { secret } = await mara(app)
  for (let n = 0; n < 30; n += 1) {
    const guess = app.signIn('mara', { code: wrongCodeOf(secret), address: `203.0.113.${n}` })
    await expect(guess).rejects.toThrow(wrong)
  }
  const more = app.signIn('mara', { code: codeOf(secret), address: '203.0.113.99' })
  await expect(more).rejects.toThrow('Too many failed logins')
})

test('the database holds neither the secret nor the codes, and the log neither', async () => {
  await using app = await openTestApp()
  const { secret, codes } = await mara(app)
  await app.signIn('mara', { code: codes[0] })
  const stored = [
    await app.db.select().from(users),
    await app.db.select().from(recoveryCodes),
    await app.db.select().from(auditEntries),
  ]
  const written = JSON.stringify([stored, app.logged])
  expect(written).not.toContain(secret)
  for (const code of codes) expect(written).not.toContain(code)
})

test('starting, renewing codes and turning off need the password', async () => {
  await using app = await openTestApp()
  const { person, codes } = await mara(app)
  const guess = { password: 'not this one' }
  const asked = [secondFactor.start, secondFactor.renewCodes, secondFactor.disable]
  for (const endpoint of asked) {
    await expect(person.call(endpoint, guess)).rejects.toMatchObject({
      fields: { password: 'This isn’t your current password' },
    })
  }
  await expect(person.call(secondFactor.start, { password })).rejects.toMatchObject({
    code: 'conflict',
  })
  const renewed = await person.call(secondFactor.renewCodes, { password })
  await expect(app.signIn('mara', { code: codes[0] })).rejects.toThrow(wrong)
  await app.signIn('mara', { code: renewed.recoveryCodes[0] })
  await person.call(secondFactor.disable, { password })
  await app.signIn('mara')
  expect(await app.db.$count(recoveryCodes)).toBe(0)
  await expect(person.call(secondFactor.disable, { password })).rejects.toMatchObject({
    code: 'conflict',
  })
  const acts = await app.db.select().from(auditEntries)
  expect(acts.map(({ action }) => action)).toEqual([
    'second_factor.enabled',
    'second_factor.codes_renewed',
    'second_factor.disabled',
  ])
})

test('confirmed twice at the same time gives one set of codes', async () => {
  await using app = await openTestApp()
  const person = await app.person('agent', 'mara')
  const { secret } = await person.call(secondFactor.start, { password })
  const code = codeOf(secret)
  const answers = await Promise.allSettled(
    [1, 2].map(() => person.call(secondFactor.confirm, { code })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await app.db.$count(recoveryCodes)).toBe(10)
})

test('an owner resets it for somebody who lost everything; that person is signed out', async () => {
  await using app = await openTestApp()
  const { person } = await mara(app)
  const owner = await app.person('owner', 'ona')
  const list = await owner.call(people.list, {})
  const { id = '' } = list.find(({ username }) => username === 'mara') ?? {}
  const reset = await owner.call(people.resetSecondFactor, { id })
  expect(reset).toMatchObject({ username: 'mara', secondFactor: false })
  await expect(person.call(auth.me, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await app.signIn('mara')
  await expect(owner.call(people.resetSecondFactor, { id })).rejects.toMatchObject({
    code: 'conflict',
  })
})
