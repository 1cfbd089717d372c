import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Failure } from '#contract/failure.ts'
import { allInquiries } from '#test/harness/leads.ts'
import { openTestApp, origin, type TestApp } from '#test/harness/test-app.ts'
import { inquiries } from './contract.ts'

const message = {
  name: 'Ada Okafor',
  email: 'ada@northfold.example',
  company: 'Northfold Logistics',
  service: 'document-processing',
  message: '4,000 slips a week.',
  filledInMs: 9000,
}

const consultationData = {
  phone: '555-0101',
  projectType: 'process-automation',
  projectDescription: 'Read the slips',
  servicesInterested: ['Document Processing', 'Other'],
  hasExistingAI: true,
}

async function listed(app: TestApp, quarantined?: 'true') {
  const agent = await app.person('agent')
  return allInquiries(agent, quarantined)
}

test('a message sent from the site is found by staff as it was written', async () => {
  await using app = await openTestApp()
  const sent = await app.stranger().call(inquiries.create, message)
  expect(sent).toMatchObject({ success: true, message: expect.any(String) })
  const [found, ...others] = await listed(app)
  expect(others).toEqual([])
  const { filledInMs: _, ...sentFields } = message
  expect(found).toMatchObject({ ...sentFields, id: sent.id, status: 'new', clientId: null })
  expect(Date.parse(found?.createdAt ?? '')).not.toBeNaN()
})

test('a consultation request keeps its answers, with blanks for missing ones', async () => {
  await using app = await openTestApp()
  const request = { ...message, service: 'consultation', consultationData }
  await app.stranger().call(inquiries.create, request)
  const [found] = await listed(app)
  expect(found?.consultationData).toMatchObject({ ...consultationData, goals: '', budget: '' })
})

test('newest first', async () => {
  await using app = await openTestApp()
  for (const name of ['First', 'Second', 'Third']) {
    await app.stranger().call(inquiries.create, { ...message, name })
  }
  expect((await listed(app)).map(({ name }) => name)).toEqual(['Third', 'Second', 'First'])
})

const refusals: [string, Record<string, unknown>, string][] = [
  ['no name', { name: undefined }, 'name'],
  ['blank name', { name: ' \u00a0 ' }, 'name'],
  ['a name that cannot be seen', { name: '\u200b\u2063' }, 'name'],
  ['name as a number', { name: 7 }, 'name'],
  ['name as a list', { name: ['Ada'] }, 'name'],
  ['name null', { name: null }, 'name'],
  ['malformed address', { email: 'a@' }, 'email'],
  ['address of 255 characters', { email: `${'a'.repeat(243)}@ada.example` }, 'email'],
  ['no message', { message: '' }, 'message'],
  ['message of 5,001 characters', { message: 'x'.repeat(5001) }, 'message'],
  ['a character the database cannot hold', { message: 'a\u0000b' }, 'message'],
  ['half a surrogate pair', { company: 'a\ud800' }, 'company'],
  ['consultation data of the wrong kind', { consultationData: 'yes' }, 'consultationData'],
]

test.each(refusals)('%s is refused by name and nothing is stored', async (_, change, field) => {
  await using app = await openTestApp()
  const refused = app.stranger().call(inquiries.create, { ...message, ...change } as never)
  const failure: Failure = await refused.then(
    () => expect.unreachable(),
    (error) => error,
  )
  expect(failure).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } })
  expect(await listed(app)).toEqual([])
})

test('limits are inclusive, spaces around are cut, and unknown options are kept', async () => {
  await using app = await openTestApp()
  const longest = { ...message, message: 'x'.repeat(5000), name: ` ${'n'.repeat(200)} ` }
  await app
    .stranger()
    .call(inquiries.create, { ...longest, email: ' ada@n.example ', service: 'x' })
  const [found] = await listed(app)
  expect(found?.name).toBe('n'.repeat(200))
  expect(found?.message).toHaveLength(5000)
  expect(found?.email).toBe('ada@n.example')
  expect(found?.service).toBe('x')
})

test('the same body again, ten at once, is one message with one id', async () => {
  await using app = await openTestApp()
  const visitor = app.stranger()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => visitor.call(inquiries.create, message)),
  )
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect([...(await listed(app)), ...(await listed(app, 'true'))]).toHaveLength(1)
})

test('the same idempotency key with the same body is one message with one page', async () => {
  await using app = await openTestApp()
  const options = { idempotencyKey: 'form-1' }
  const send = (given: object = {}) =>
    app.stranger().call(inquiries.create, { ...message, filledInMs: 9_000, ...given }, options)
  const answers = await Promise.all(Array.from({ length: 4 }, () => send()))
  await app.db.execute(sql`update inquiries set created_at = created_at - interval '1 day'`)
  answers.push(await send({ page: '/services/other', email: message.email.toUpperCase() }))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ requestUrl }) => requestUrl)).size).toBe(1)
  expect(answers[0]?.requestUrl).toContain('/requests/')
  expect(await listed(app)).toHaveLength(1)
})

test.each([
  ['another sender', { name: 'Eve', email: 'eve@elsewhere.example', message: 'Mine.' }],
  ['another message', { message: 'Something else.' }],
  ['a consultation request', { consultationData: { projectDescription: 'Slips' } }],
])('%s with the key of an earlier message is refused and gets no page', async (_, other) => {
  await using app = await openTestApp()
  const options = { idempotencyKey: 'form-1' }
  await app.stranger().call(inquiries.create, message, options)
  const refused = app
    .stranger('203.0.113.9')
    .call(inquiries.create, { ...message, ...other }, options)
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    status: 409,
    message: 'This Idempotency-Key was used for another message.',
  })
  const kept = await app.stranger('203.0.113.9').call(inquiries.create, { ...message, ...other })
  expect(kept.requestUrl).toContain('/requests/')
  expect(await listed(app)).toHaveLength(2)
})

test.each([undefined, 'form-2'])(
  'a repeat of the content with the key %s is the same message without its page',
  async (idempotencyKey) => {
    await using app = await openTestApp()
    const first = await app.stranger().call(inquiries.create, message, { idempotencyKey: 'form-1' })
    const again = await app
      .stranger('203.0.113.9')
      .call(inquiries.create, message, idempotencyKey ? { idempotencyKey } : undefined)
    expect(again).toMatchObject({ id: first.id, number: first.number, requestUrl: null })
    expect(await listed(app)).toHaveLength(1)
  },
)

test('the key of a form without script belongs to one address', async () => {
  await using app = await openTestApp()
  const options = { idempotencyKey: 'page:1' }
  const first = await app.stranger().call(inquiries.create, message, options)
  const again = await app.stranger().call(inquiries.create, message, options)
  expect(again.requestUrl).toBe(first.requestUrl)
  const elsewhere = await app.stranger('203.0.113.9').call(inquiries.create, message, options)
  expect(elsewhere).toMatchObject({ id: first.id, requestUrl: null })
})

test('suspected spam is quarantined with its reasons, and answered like any other message', async () => {
  await using app = await openTestApp()
  const bot = app.stranger()
  const answer = await bot.call(inquiries.create, {
    ...message,
    website: 'http://x',
    filledInMs: 40,
  })
  expect(answer.success).toBe(true)
  expect(await listed(app)).toEqual([])
  const [suspect] = await listed(app, 'true')
  expect(suspect).toMatchObject({ id: answer.id, quarantineReasons: ['honeypot', 'too_fast'] })
})

test('thirty messages a minute reach the inbox, the next ninety spam, and others go on after that', async () => {
  await using app = await openTestApp()
  const eager = app.stranger('203.0.113.1')
  for (let n = 1; n <= 120; n += 1)
    await eager.call(inquiries.create, { ...message, name: `N${n}` })
  const refused = eager.call(inquiries.create, { ...message, name: 'N121' })
  await expect(refused).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: expect.any(Number),
  })
  const other = await app.stranger('203.0.113.2').call(inquiries.create, message)
  const calm = await listed(app)
  expect(calm).toHaveLength(31)
  expect(calm[0]?.id).toBe(other.id)
  const spam = await listed(app, 'true')
  expect(spam).toHaveLength(90)
  expect(spam.every(({ quarantineReasons }) => quarantineReasons.includes('too_many'))).toBe(true)
})

test('a forged forwarding header does not make a new address', async () => {
  await using app = await openTestApp()
  const post = (n: number) =>
    app.send({
      method: 'POST',
      url: '/api/contact',
      headers: { origin, 'x-forwarded-for': `192.0.2.${n}` },
      payload: { ...message, name: `N${n}` },
    })
  const statuses: number[] = []
  for (let n = 1; n <= 130; n += 1) statuses.push((await post(n)).statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('fields of the server cannot be set from outside', async () => {
  await using app = await openTestApp()
  const sneaky = { ...message, status: 'converted', clientId: crypto.randomUUID(), id: 'x' }
  const { id } = await app.stranger().call(inquiries.create, sneaky)
  const [found] = await listed(app)
  expect(found).toMatchObject({ id, status: 'new', clientId: null })
})

test('nothing of a message reaches the log', async () => {
  await using app = await openTestApp()
  await app.stranger().call(inquiries.create, message)
  await app
    .stranger()
    .call(inquiries.create, { ...message, email: 'a@' })
    .catch(() => {})
  const log = JSON.stringify(app.logged)
  for (const secret of ['Ada', 'northfold', 'slips']) expect(log).not.toContain(secret)
  expect(log).toContain('inquiry_received')
})
