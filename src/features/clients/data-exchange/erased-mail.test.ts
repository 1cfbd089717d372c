import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  clients,
  inquiries,
  mailIntake,
  mailMessages,
  mailThreads,
  notificationDeliveries,
  notifications,
} from '#server/database/schema.ts'
import { receive, threadWith } from '#test/harness/mail-thread.ts'
import { mailInEnvironment, mailOf, postMail } from '#test/harness/mails.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { dataExchange } from './contract.ts'

const email = 'ada@n.test'

async function openMailbox() {
  const app = await openTestApp()
  const { db } = app
  let count = 0
  return {
    app,
    owner: await app.person('owner'),
    async lead(address: string, more: Partial<typeof inquiries.$inferInsert> = {}) {
      const row = { name: 'x', message: 'x', contentHash: Buffer.alloc(32), ...more }
      const [made] = await db
        .insert(inquiries)
        .values({ ...row, email: address })
        .returning()
      return made?.id ?? ''
    },
    async thread(more: Partial<typeof mailThreads.$inferInsert>) {
      const [made] = await db
        .insert(mailThreads)
        .values({ subject: 'x', ...more })
        .returning()
      return made?.id ?? ''
    },
    mail: (text: string, more: Partial<typeof mailMessages.$inferInsert>) =>
      db.insert(mailMessages).values({
        direction: 'out',
        kind: 'reply',
        delivery: 'accepted',
        subject: 'x',
        messageId: `<${count++}@n.test>`,
        toAddress: 'staff@n.test',
        text,
        ...more,
      }),
    left: async () => (await db.select().from(mailMessages)).map(({ text }) => text).sort(),
    threads: () => db.$count(mailThreads),
  }
}

test('erasing a person erases their mail: of their leads and clients, and from or to the address', async () => {
  const { app, owner, lead, thread, mail, left, threads } = await openMailbox()
  await using _ = app
  const { db } = app
  const [client] = await db.insert(clients).values({ name: 'Ada', email }).returning()
  const clientId = client?.id ?? ''
  const own = await lead('Ada@n.test')
  const bens = await lead('ben@n.test', { clientId })
  const ownThread = await thread({ inquiryId: own })
  await mail('ERASED confirmation', { threadId: ownThread, toAddress: 'Ada@N.test' })
  await mail('ERASED from a colleague', { threadId: ownThread, toAddress: 'cy@n.test' })
  await mail('ERASED alert', { inquiryId: own, kind: 'lead_alert' })
  await mail('ERASED of the client', { threadId: await thread({ clientId }) })
  await mail('ERASED waiting', { text: 'ERASED about Ada@n.test', delivery: 'queued' })
  // Addresses that only contain the person's are those of others.
  for (const other of ['joada@n.test', 'jo.ada@n.test', 'ada@n.test.au', 'ada@n.tester']) {
    await mail(`waiting about ${other}`, { delivery: 'queued' })
  }
  await mail('ERASED waiting, at the end of a sentence: <ada@n.test>.', { delivery: 'queued' })
  const bensThread = await thread({ inquiryId: bens, clientId })
  await mail('to Ben', { threadId: bensThread, otherRecipients: ['cy@n.test', 'ADA@n.test'] })
  await mail('ERASED in the thread of Ben', { threadId: bensThread, fromAddress: email })
  await mail('alert of Ben', { inquiryId: bens, kind: 'lead_alert' })
  const found = await owner.call(dataExchange.findPerson, { email })
  expect(found).toMatchObject({ inquiries: 1, mails: 6 })
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  expect(await left()).toEqual([
    'alert of Ben',
    'to Ben',
    'waiting about ada@n.test.au',
    'waiting about ada@n.tester',
    'waiting about jo.ada@n.test',
    'waiting about joada@n.test',
  ])
  expect(await threads()).toBe(1)
  const [toBen] = await db.select().from(mailMessages).where(eq(mailMessages.text, 'to Ben'))
  expect(toBen?.otherRecipients).toEqual(['cy@n.test'])
})

test('a notification of a mail in the conversation of somebody else is erased with the mail', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const owner = await app.person('owner')
  const { replyTo } = await threadWith(app, 'ben@n.test')
  const from = { recipient: replyTo }
  await receive(app, mailOf('From Ben', { From: 'Ben <ben@n.test>' }), from)
  const { message } = await receive(app, mailOf('From Ada', { From: 'Ada <ada@n.test>' }), from)
  const { id = '', threadId } = message ?? {}
  await app.db.insert(notificationDeliveries).values({
    dedupeKey: `mail ${id} a-device`,
    event: 'mail.received',
    threadId,
    tag: 'x',
    payload: { name: 'Ada' },
  })
  const titles = async () =>
    (await app.db.select().from(notifications)).map(({ title }) => title).sort()
  expect(await titles()).toEqual(['Ada wrote by email', 'Ben wrote by email'])
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  expect(await titles()).toEqual(['Ben wrote by email'])
  expect(await app.db.$count(notificationDeliveries)).toBe(0)
})

const senders: [what: string, From: string | undefined, sender?: string][] = [
  ['the envelope of a list', 'Ada <ADA@n.test>', 'bounces@list.test'],
  ['no envelope', 'ada@n.test'],
  ['a null sender', '"Ada, of N" <ada@N.test> (home)', ''],
  ['several senders', 'Ben <ben@n.test>, Ada <ada@n.test>'],
  ['two in one bracket', '<ben@n.test,ada@n.test>'],
  ['a folded header', 'A very long name\r\n\t<ada@n.test>'],
  ['an encoded name', '=?utf-8?q?=22Ada=22_ben=40n.test?= <ada@n.test>'],
  ['many headers before', undefined],
]

test('mail that is not parsed yet is found and erased by its From or Reply-To, and no other', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const owner = await app.person('owner')
  const post = async (raw: Buffer, sender?: string) => {
    const answer = await postMail(app, raw, { ...(sender !== undefined && { sender }) })
    expect(answer.statusCode).toBe(202)
  }
  const long = `X-Trace: ${'x'.repeat(900)}\r\n`.repeat(80)
  for (const [what, From, sender] of senders) {
    const raw = mailOf(what, { From: From ?? 'ada@n.test' })
    await post(From ? raw : Buffer.concat([Buffer.from(long), raw]), sender)
  }
  await post(mailOf('x', { From: 'form@n.test', 'Reply-To': 'Ada <ADA@n.test>' }))
  await post(mailOf('From: ada@n.test\n\nada@n.test', { From: 'ben@n.test', To: 'ada@n.test' }))
  await post(
    mailOf('x', { From: '"ada@n.test" <ben@n.test> (ada@n.test)', 'X-From': 'ada@n.test' }),
  )
  await post(mailOf('x', { From: 'ada@n.test.elsewhere.test' }))
  expect(await owner.call(dataExchange.findPerson, { email })).toMatchObject({
    mails: senders.length + 1,
  })
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  expect(await app.db.$count(mailIntake)).toBe(3)
  await app.work()
  expect(await app.db.$count(mailMessages)).toBe(3)
})

test('a parsed mail of several senders is found and erased by each of them', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const owner = await app.person('owner')
  await receive(app, mailOf('Hello', { From: 'Ben <ben@n.test>, Ada <ADA@n.test>' }))
  await receive(app, mailOf('Hello', { From: 'Ada <ADA@n.test>', 'Reply-To': 'desk@n.test' }))
  expect(await owner.call(dataExchange.findPerson, { email })).toMatchObject({ mails: 2 })
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  expect(await app.db.$count(mailMessages)).toBe(0)
})

test('a person is found and erased when mail is all there is', async () => {
  const { app, owner, thread, mail, left, threads } = await openMailbox()
  await using _ = app
  const [alone, shared] = [await thread({}), await thread({})]
  const from = (fromAddress: string) =>
    ({ direction: 'in', kind: 'received', fromAddress }) as const
  await mail('ERASED', { threadId: alone, ...from('ADA@n.test') })
  await mail('ERASED too', { threadId: shared, ...from(email) })
  await mail('from Ben', { threadId: shared, ...from('ben@n.test') })
  const found = await owner.call(dataExchange.findPerson, { email })
  expect(found).toMatchObject({ inquiries: 0, chats: 0, clients: [], mails: 2 })
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  expect(await left()).toEqual(['from Ben'])
  expect(await threads()).toBe(1)
  const again = owner.call(dataExchange.erasePerson, { email, confirmation: email })
  await expect(again).rejects.toMatchObject({ code: 'not_found' })
})
