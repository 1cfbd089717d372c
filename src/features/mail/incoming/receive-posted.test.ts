import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailIntake, mailMessages } from '#server/database/schema.ts'
import { diskSpaceIn } from '#server/files/disk-space.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { mailInEnvironment, mailOf, mailToken, postMail } from '#test/harness/mails.ts'
import { appOver, openTestApp } from '#test/harness/test-app.ts'
import { rawEmailOf } from './postmark.server.ts'

const openApp = () => openTestApp({ environment: mailInEnvironment })

test('a posted mail is stored once, whatever is in the request of a browser', async () => {
  await using app = await openApp()
  const raw = mailOf('Hello')
  const first = await postMail(app, raw, { recipient: 'site@firm.test', sender: '' })
  expect(first.statusCode).toBe(202)
  expect(first.json()).toEqual({ id: expect.any(String), outcome: 'stored' })
  const again = await postMail(app, raw)
  expect(again.statusCode).toBe(202)
  expect(again.json()).toEqual({ id: first.json().id, outcome: 'duplicate' })
  const rows = await app.db.select().from(mailIntake)
  expect(rows).toMatchObject([
    {
      source: 'post',
      state: 'received',
      envelopeSender: '',
      fileSize: raw.length,
      envelopeRecipient: 'site@firm.test',
      id: first.json().id,
      sourceKey: createHash('sha256').update(raw).digest('hex'),
    },
  ])
  expect(readdirSync(documentsDirectory(app.deps.config))).toEqual([rows[0]?.storageKey])
  const { cookie = '' } = await app.person('owner')
  const foreign = await app.send({
    method: 'POST',
    url: '/api/mail/in',
    payload: mailOf('From a page'),
    headers: {
      cookie,
      origin: 'https://elsewhere.example',
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from(`any:${mailToken}`).toString('base64')}`,
    },
  })
  expect(foreign.statusCode).toBe(202)
})

test('without a token set there is nothing; a wrong one is refused, and the eleventh must wait', async () => {
  await using closed = await openTestApp()
  expect((await postMail(closed, mailOf('Hello'))).statusCode).toBe(404)
  await using app = await openApp()
  for (const token of ['', 'wrong', ...Array<string>(8).fill(mailToken.slice(1))]) {
    expect((await postMail(app, mailOf('Hello'), { token })).statusCode).toBe(401)
  }
  const refused = await postMail(app, mailOf('Hello'))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const elsewhere = await postMail(app, mailOf('Hello'), { address: '203.0.113.10' })
  expect(elsewhere.statusCode).toBe(202)
  expect(JSON.stringify(app.logged)).not.toContain(mailToken.slice(1))
})

test('what is no mail is refused and leaves nothing', async () => {
  await using app = await openApp()
  const cases: [Buffer, string, number][] = [
    [Buffer.from('This is a letter\r\n\r\nHello'), 'message/rfc822', 400],
    [Buffer.alloc(0), 'message/rfc822', 400],
    [Buffer.from('%PDF-1.7\n'), 'application/octet-stream', 400],
    [mailOf('Hello'), 'text/plain', 415],
    [mailOf('Hello'), 'multipart/form-data; boundary=x', 415],
    [Buffer.from('{"RawEmail": "Subject: a\\r\\n\\r\\nHello"'), 'application/json', 400],
    [Buffer.from('{"Raw": "Subject: a\\r\\n\\r\\nHello"}'), 'application/json', 400],
    [Buffer.from('[{"RawEmail": "Subject: a\\r\\n\\r\\nHello"}]'), 'application/json', 400],
    [mailOf('x'.repeat(26_214_400)), 'message/rfc822', 413],
  ]
  for (const [raw, type, status] of cases) {
    expect([type, (await postMail(app, raw, { type })).statusCode]).toEqual([type, status])
  }
  expect(await app.db.$count(mailIntake)).toBe(0)
  expect(readdirSync(documentsDirectory(app.deps.config))).toEqual([])
})

test('a full disk refuses a mail for a while and keeps nothing of it', async () => {
  await using app = await openApp()
  const { storage } = app.deps
  const receive = () => storage.receive(Number.MAX_SAFE_INTEGER)
  const parts = [
    { diskSpace: diskSpaceIn('/', async () => 0) },
    { storage: { ...storage, receive } },
  ]
  for (const part of parts) {
    const over = await appOver({ ...app.deps, ...part })
    const refused = await postMail({ send: (request) => over.inject(request) }, mailOf('Hello'))
    expect(refused.statusCode).toBe(507)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await app.db.$count(mailIntake)).toBe(0)
    await over.close()
  }
  expect((await postMail(app, mailOf('Hello'))).statusCode).toBe(202)
})

test('26,214,400 bytes are taken, and the line of an mbox is left out', async () => {
  await using app = await openApp()
  const head = mailOf('')
  const atLimit = Buffer.concat([head, Buffer.alloc(26_214_400 - head.length, 'x\r\n')])
  expect((await postMail(app, atLimit)).statusCode).toBe(202)
  const mbox = Buffer.concat([
    Buffer.from('From vera@visitor.test Mon Nov  2 10:00:00 2026\n'),
    head,
  ])
  await postMail(app, mbox, { type: 'application/octet-stream' })
  const sizes = await app.db.select({ size: mailIntake.fileSize }).from(mailIntake)
  expect(sizes.map(({ size }) => size).sort((a, b) => a - b)).toEqual([head.length, 26_214_400])
})

test('Postmark’s JSON is read as it arrives, its recipient is the envelope’s', async () => {
  await using app = await openApp()
  const raw = mailOf('Grüße 🎈 "quoted" \\ and\ttabs')
  const json = {
    From: 'vera@visitor.test',
    ToFull: [{ Email: 'site@firm.test', RawEmail: 'not this one' }],
    OriginalRecipient: 'reply+token@in.firm.test',
    RawEmail: raw.toString(),
    Attachments: [],
  }
  const answer = await postMail(app, Buffer.from(JSON.stringify(json)), {
    type: 'application/json',
  })
  expect(answer.statusCode).toBe(202)
  await app.work()
  const [intake] = await app.db.select().from(mailIntake)
  expect(intake).toMatchObject({ envelopeRecipient: 'reply+token@in.firm.test', state: 'done' })
  const [message] = await app.db.select().from(mailMessages)
  expect(message?.text).toBe('Grüße 🎈 "quoted" \\ and\ttabs')
})

test('the reader of JSON agrees with JSON.parse, however the bytes are cut', async () => {
  const json = fc.record({
    RawEmail: fc.string({ unit: 'grapheme', maxLength: 200 }),
    A: fc.jsonValue(),
    OriginalRecipient: fc.string(),
  })
  await fc.assert(
    fc.asyncProperty(
      json,
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (body, size, ascii) => {
        const text = JSON.stringify(body)
        const sent = ascii
          ? text.replace(
              /[^ -~]/g,
              (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
            )
          : text
        const bytes = Buffer.from(sent)
        const texts = new Map<string, string>()
        const reader = rawEmailOf((key, value) => texts.set(key, value))
        for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size))
        reader.end()
        const out = Buffer.concat(await reader.toArray()).toString()
        expect(out).toBe(body.RawEmail.toWellFormed())
        expect(texts.get('OriginalRecipient')).toBe(body.OriginalRecipient)
      },
    ),
    { numRuns: 200 },
  )
})
