import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { openSmtpStandIn } from '#test/harness/smtp-stand-in.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { mailMessages as table } from '../database/schema.ts'
import { queueMail, queueStaffMail } from './queue-mail.ts'
import { sendDueMail } from './send-mail.ts'

function mailTo(url: string) {
  const MAIL_TO = 'staff@example.com, second@example.com'
  return { SMTP_URL: url, MAIL_FROM: 'Northfold <desk@example.com>', MAIL_TO }
}

const notice = { kind: 'notification', subject: 'Later', text: 'Text' } as const
const letter = { ...notice, to: 'ana@visitor.test' }

/** Simulates that the time until the next attempt has passed. */
async function makeDue({ db }: TestApp): Promise<void> {
  await db.update(table).set({ nextAttemptAt: sql`now()`, leaseUntil: null })
}

const messages = ({ db }: TestApp) => db.select().from(table).orderBy(table.id)

test('a mail to the staff goes to each address once, in UTF-8, with one subject line', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  await queueStaffMail(app.deps, app.db, {
    ...notice,
    subject: 'New\r\nBcc: x@y.z',
    text: 'Line one\nZwölf',
  })
  await app.work()
  await app.work()
  expect(sink.mails).toHaveLength(2)
  const [first = ''] = sink.mails.sort()
  expect(sink.mails.map((mail) => /^To: (.+)$/m.exec(mail)?.[1]).sort()).toEqual([
    'second@example.com',
    'staff@example.com',
  ])
  expect(first).toMatch(/^Subject: New Bcc: x@y\.z$/m)
  expect(first).toMatch(/^From: Northfold <desk@example\.com>$/m)
  expect(first).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(first).toMatch(/^X-Auto-Response-Suppress: All$/m)
  expect(first).toMatch(/^Date: .+$/m)
  expect(first).toContain('Zw=C3=B6lf')
  expect(await messages(app)).toMatchObject([
    { delivery: 'accepted', serverResponse: '250 stored', attempts: 1, errorCode: null },
    { delivery: 'accepted' },
  ])
})

test('what is not exactly one mailbox is handed to no server', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  const addresses = [
    'a@x.test,b@y.test',
    'a@x.test b@y.test',
    'a@x.test;b@y.test',
    'A <a@x.test>',
    'us: a@x.test, b@y.test;',
    'a@x.test\r\nBcc: b@y.test',
    '"a,b"@x.test',
    '@x.test',
    'a',
  ]
  for (const to of addresses) await queueMail(app.deps, app.db, { ...letter, to })
  while ((await app.db.$count(table, eq(table.delivery, 'queued'))) > 0) await app.work()
  expect(sink.mails).toEqual([])
  const stored = await messages(app)
  expect(stored.map(({ errorCode }) => errorCode)).toEqual(addresses.map(() => 'invalid_recipient'))
})

test('an address of unusual signs is written as it is, and adds no header', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  const addresses = [
    'r&d@visitor.test',
    'a/b=c@visitor.test',
    "o'neil!#$%^*{|}~`?@visitor.test",
    '=?utf-8?q?=0Abcc=3A?=@visitor.test',
    'ivan@xn--e1afmkfd.xn--p1ai',
    'ops@intranet',
  ]
  for (const to of addresses) await queueMail(app.deps, app.db, { ...letter, to })
  await app.work()
  expect(sink.mails.map((mail) => /^To: (.+)$/m.exec(mail)?.[1]).sort()).toEqual(addresses.sort())
})

test('a long subject is cut between characters', async () => {
  await using app = await openTestApp({ environment: mailTo('smtp://127.0.0.1:1') })
  await queueStaffMail(app.deps, app.db, { ...notice, subject: `${'a'.repeat(199)}😀` })
  const subjects = (await messages(app)).map(({ subject }) => subject)
  const cut = `${'a'.repeat(197)}...`
  expect(subjects).toEqual([cut, cut])
})

test('a reply is not marked as automatic and names its author beside the firm', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  const earlier = '<first@n.example>'
  await queueMail(app.deps, app.db, {
    ...letter,
    kind: 'reply',
    fromName: 'Ana',
    inReplyTo: earlier,
    references: [earlier],
  })
  await app.work()
  const [mail = ''] = sink.mails
  expect(mail).toMatch(/^From: "Ana, Northfold" <desk@example\.com>$/m)
  expect(mail).toMatch(/^In-Reply-To: <first@n\.example>$/m)
  expect(mail).not.toMatch(/^Auto-Submitted/m)
})

test('a temporary refusal is tried again after a minute, with the same Message-ID', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  await queueMail(app.deps, app.db, letter)
  sink.refuseNext('451 try again later')
  await app.work()
  const [delayed] = await messages(app)
  expect(delayed).toMatchObject({ delivery: 'queued', errorCode: 'delayed', attempts: 1 })
  expect(delayed?.serverResponse).toBe('451 try again later')
  const seconds = (Number(delayed?.nextAttemptAt) - Date.now()) / 1000
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThan(65)
  await app.work()
  expect(sink.mails).toEqual([])
  await makeDue(app)
  await app.work()
  expect(sink.mails).toHaveLength(1)
  expect(sink.mails[0]).toContain(`Message-ID: ${delayed?.messageId}`)
  expect(JSON.stringify(app.logged)).not.toContain('ana@')
})

test('a final refusal fails at once; given up is mail to staff after 4 hours, to visitors after 24', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  await queueMail(app.deps, app.db, { ...letter, kind: 'reply' })
  sink.refuseNext('550 no such user')
  await app.work()
  expect(await messages(app)).toMatchObject([
    { delivery: 'failed', errorCode: 'rejected', serverResponse: '550 no such user' },
  ])
  for (const [kind, hours, delivery] of [
    ['notification', 3, 'queued'],
    ['notification', 5, 'failed'],
    ['reply', 5, 'queued'],
    ['reply', 25, 'failed'],
  ] as const) {
    await app.db.delete(table)
    const sendAt = new Date(Date.now() - hours * 3_600_000)
    await queueMail(app.deps, app.db, { ...letter, kind, sendAt })
    sink.refuseNext('421 busy')
    await app.work()
    expect(await messages(app), `${kind} after ${hours} h`).toMatchObject([{ delivery }])
  }
})

test('a mail whose sender died is sent after its lease, not before', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  await queueMail(app.deps, app.db, letter)
  await app.db.update(table).set({ leaseUntil: sql`now() + interval '100 seconds'` })
  await app.work()
  expect(sink.mails).toEqual([])
  await app.db.update(table).set({ leaseUntil: sql`now() - interval '1 second'` })
  await app.work()
  expect(sink.mails).toHaveLength(1)
})

test('a mail is not sent before its time', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  await queueMail(app.deps, app.db, { ...letter, sendAt: new Date(Date.now() + 60_000) })
  await app.work()
  expect(sink.mails).toEqual([])
})

const ofCall = (kind: string) => `<booking.01a225af-c6f2-77bb-a5b7-64d2f6acac32.${kind}.0@n.test>`

test('at most 200 automatic mails of a budget go to visitors in an hour; none holds up another', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  const mails = {
    confirmation: { kind: 'confirmation' },
    chat: { kind: 'chat_follow_up' },
    booked: { kind: 'meeting', messageId: ofCall('booked') },
    moved: { kind: 'meeting', messageId: ofCall('moved') },
    reminder: { kind: 'meeting', messageId: ofCall('reminder-hour') },
    host: { kind: 'meeting', messageId: ofCall('host-moved') },
    staff: { kind: letter.kind },
  } as const
  const subjects = () => sink.mails.map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1]).sort()
  for (const [flood, { kind, ...named }] of Object.entries(mails)) {
    const messageId = 'messageId' in named ? named.messageId : '<a.b.c@n.test>'
    await app.db.delete(table)
    sink.mails.length = 0
    await app.db.execute(sql`
      insert into mail_messages (id, direction, kind, message_id, to_address, subject, text, delivery, accepted_at)
      select gen_random_uuid(), 'out', ${kind}, replace(${messageId}::text, '@', n || '@'), n || '@v.test', 'S', 'T',
        'accepted', now() - interval '30 minutes'
      from generate_series(1, 200) n`)
    for (const [subject, mail] of Object.entries(mails)) {
      await queueMail(app.deps, app.db, { ...letter, ...mail, subject })
    }
    while (await sendDueMail({ ...app.deps, log: app.fastify.log }, {})) {}
    const others = Object.keys(mails).filter((name) => name !== flood)
    const isLimited = flood !== 'host' && flood !== 'staff'
    expect(subjects(), flood).toEqual((isLimited ? others : Object.keys(mails)).sort())
    await app.db
      .update(table)
      .set({ acceptedAt: sql`now() - interval '61 minutes'` })
      .where(eq(table.delivery, 'accepted'))
    while (await sendDueMail({ ...app.deps, log: app.fastify.log }, {})) {}
    expect(subjects(), flood).toEqual(Object.keys(mails).sort())
  }
})

test('the text of an account mail is gone once it is accepted', async () => {
  await using sink = await openMailSink()
  await using app = await openTestApp({ environment: mailTo(sink.url) })
  await queueMail(app.deps, app.db, { ...letter, kind: 'account', text: 'secret link' })
  await app.work()
  expect(sink.mails[0]).toContain('secret link')
  expect(await messages(app)).toMatchObject([{ delivery: 'accepted', text: '' }])
})

test('where the server offers it, failures are asked for with headers only and the id of the mail', async () => {
  await using server = await openSmtpStandIn()
  await using app = await openTestApp({ environment: mailTo(server.url) })
  const id = await queueMail(app.deps, app.db, letter)
  await app.work()
  expect(server.mails).toMatchObject([
    { to: letter.to, from: 'desk@example.com', dsn: { ret: 'HDRS', envid: id } },
  ])
})

test('without a mail server nothing is stored', async () => {
  await using app = await openTestApp()
  await queueMail(app.deps, app.db, letter)
  expect(await messages(app)).toEqual([])
})
