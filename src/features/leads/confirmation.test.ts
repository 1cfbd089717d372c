import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  automaticMailLimits,
  inquiries as leads,
  mailMessages,
  mailSuppressions,
  mailThreads,
  requestTokens,
  users,
} from '#server/database/schema.ts'
import { addressHash } from '#server/mail-addresses.ts'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { inquiries } from './contract.ts'

const environment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@n.test',
  MAIL_TO: 'ana@n.test,bo@n.test',
}

const message = {
  name: 'Ada Okafor',
  email: 'Ada@Northfold.test',
  company: 'Northfold Logistics',
  service: 'document-processing',
  message: '4,000 slips a week.',
  filledInMs: 9000,
}

const openApp = () => openTestApp({ environment })

async function recipients({ db }: TestApp, kind: 'confirmation' | 'lead_alert') {
  const found = await db.select().from(mailMessages).where(eq(mailMessages.kind, kind))
  return found.map(({ toAddress }) => toAddress).sort()
}

test('the sender gets one confirmation with the number, and none of their own words', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: { ...environment, SMTP_URL: sink.url } })
  const { number, requestUrl } = await app.stranger().call(inquiries.create, message)
  expect(number).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  await app.work()
  const [confirmation = ''] = sink.mails.filter((mail) => mail.includes('We received'))
  expect(confirmation).toMatch(/^To: Ada@northfold\.test$/m)
  expect(confirmation).toMatch(new RegExp(`^Subject: We received your request ${number}$`, 'm'))
  expect(confirmation.replaceAll(/=\r?\n/g, '')).toMatch(
    /A person answers by (the end of )?\w+day, .+ Pacific\./,
  )
  // SMTP doubles a dot at the beginning of a line (RFC 5321, 4.5.2).
  const whole = confirmation.replaceAll(/^\.\./gm, '.').replaceAll(/=\r?\n/g, '')
  expect(whole).toContain(`What you sent, who reads it and when the answer is due: ${requestUrl}`)
  expect(whole).toContain('If that was not you, say so on that page and we will not write again.')
  const stored = await app.db.select({ text: mailMessages.text }).from(mailMessages)
  expect(JSON.stringify(stored)).toContain('due: {link}')
  expect(JSON.stringify(stored)).not.toContain(requestUrl)
  for (const word of ['Ada Okafor', 'Logistics', 'slips']) expect(confirmation).not.toContain(word)
  expect(await recipients(app, 'confirmation')).toEqual(['Ada@Northfold.test'])
  expect(await recipients(app, 'lead_alert')).toEqual(['ana@n.test', 'bo@n.test'])
  const [lead] = await app.db.select().from(leads)
  expect(await app.db.select().from(mailThreads)).toMatchObject([{ inquiryId: lead?.id }])
})

test('the link stands in our own words alone: a visitor who types it gets it nowhere', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: { ...environment, SMTP_URL: sink.url } })
  const typed = { ...message, message: 'Look: {link}' }
  const { requestUrl } = await app.stranger().call(inquiries.create, typed)
  await app.db.delete(requestTokens)
  await app.work()
  const alerts = sink.mails.filter((mail) => mail.includes('New inquiry'))
  expect(alerts).toHaveLength(2)
  for (const alert of alerts) {
    expect(alert).toContain('> Look: {link}')
    expect(alert.replaceAll(/=\r?\n/g, '')).not.toContain(requestUrl)
  }
  expect(await app.db.$count(requestTokens), 'stored again by the sender of mail').toBe(1)
})

test.each([
  ['reserved for documentation', 'ada@mail.example.com'],
  ['our own', 'Site+test@N.test'],
])('an address that is %s gets no confirmation; the staff is mailed', async (_, email) => {
  await using app = await openApp()
  await app.stranger().call(inquiries.create, { ...message, email })
  expect(await recipients(app, 'confirmation')).toEqual([])
  expect(await recipients(app, 'lead_alert')).toHaveLength(2)
})

test('spam, repeats and suppressed addresses get no confirmation', async () => {
  await using app = await openApp()
  const visitor = app.stranger()
  await visitor.call(inquiries.create, { ...message, website: 'http://x' })
  expect(await recipients(app, 'confirmation')).toEqual([])
  const hash = addressHash('ada@northfold.test')
  await app.db.insert(mailSuppressions).values({ addressHash: hash, reason: 'not_me' })
  await visitor.call(inquiries.create, { ...message, message: 'Another' })
  expect(await recipients(app, 'confirmation')).toEqual([])
  await app.db.update(mailSuppressions).set({ expiresAt: sql`now() - interval '1 second'` })
  for (let n = 0; n < 3; n++) {
    await visitor.call(inquiries.create, { ...message, message: 'A third' })
  }
  expect(await recipients(app, 'confirmation')).toHaveLength(1)
})

test('a mailbox gets one confirmation an hour, whatever the tag and however many write at once', async () => {
  await using app = await openApp()
  const send = (n: number) =>
    app.stranger(`198.51.100.${n}`).call(inquiries.create, {
      ...message,
      email: `ada+${n}@northfold.test`,
      message: `Message ${n}`,
    })
  await Promise.all(Array.from({ length: 8 }, (_, n) => send(n + 1)))
  expect(await recipients(app, 'confirmation')).toHaveLength(1)
  await app.db.update(automaticMailLimits).set({ lastSentAt: sql`now() - interval '61 minutes'` })
  await send(9)
  expect(await recipients(app, 'confirmation')).toHaveLength(2)
})

test('one network causes sixty confirmations an hour; its messages arrive, and others are confirmed', async () => {
  await using app = await openApp()
  const send = (address: string, n: number) => {
    const email = `ada-${n}@northfold.test`
    return app.stranger(address).call(inquiries.create, { ...message, email })
  }
  for (let n = 0; n < 62; n++) await send(`203.0.113.${n}`, n)
  expect(await recipients(app, 'confirmation')).toHaveLength(60)
  expect(await app.db.$count(leads, eq(leads.quarantined, false))).toBe(62)
  await send('192.0.2.1', 62)
  expect(await recipients(app, 'confirmation')).toHaveLength(61)
})

test('a released message is mailed like an arrival, once, but not to who released it', async () => {
  await using app = await openApp()
  const spam = { ...message, website: 'http://x' }
  const { id } = await app.stranger().call(inquiries.create, spam)
  const agent = await app.person('agent', 'bo')
  await app.db.update(users).set({ email: 'Bo@n.test' }).where(eq(users.username, 'bo'))
  const release = () => agent.call(inquiries.release, { id, quarantined: false })
  expect(await Promise.all([release(), release()])).toMatchObject([{ id }, { id }])
  expect(await recipients(app, 'lead_alert')).toEqual(['ana@n.test'])
  expect(await recipients(app, 'confirmation')).toEqual(['Ada@Northfold.test'])
})

test('a message released after a week is not confirmed to its sender', async () => {
  await using app = await openApp()
  const { id } = await app.stranger().call(inquiries.create, { ...message, website: 'http://x' })
  await app.db.update(leads).set({ createdAt: sql`now() - interval '8 days'` })
  const agent = await app.person('agent')
  await agent.call(inquiries.release, { id, quarantined: false })
  expect(await recipients(app, 'confirmation')).toEqual([])
  expect(await recipients(app, 'lead_alert')).toHaveLength(2)
})
