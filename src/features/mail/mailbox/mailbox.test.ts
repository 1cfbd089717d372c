import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  mailFiles,
  mailIntake,
  mailMailboxes,
  mailMessages,
  mailThreads,
} from '#server/database/schema.ts'
import { eventually } from '#test/harness/eventually.ts'
import { type ImapStandIn, openImapStandIn } from '#test/harness/imap-stand-in.ts'
import { openDeadlines, threadWith } from '#test/harness/mail-thread.ts'
import {
  filePart,
  mailInEnvironment,
  mailOf,
  multipartOf,
  postMail,
  textPart,
} from '#test/harness/mails.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { incoming } from '../incoming/contract.ts'
import { type Pace, startMailbox } from './read-mailbox.server.ts'

const pace: Pace = { renew: 50, look: 60_000, answer: 30_000, firstRetry: 20, lastRetry: 40 }

const openApp = (imap: ImapStandIn) =>
  openTestApp({ environment: { ...mailInEnvironment, IMAP_URL: imap.url } })

function read(app: TestApp, own = pace) {
  const log = { info() {}, warn() {}, error() {} }
  const stop = startMailbox({ ...app.deps, log }, own)
  return { stop, [Symbol.asyncDispose]: stop }
}

const positionOf = async ({ db }: TestApp) => (await db.select().from(mailMailboxes))[0]

const textsOf = async (app: TestApp) => {
  await app.work()
  const rows = await app.db
    .select({ text: mailMessages.text })
    .from(mailMessages)
    .where(eq(mailMessages.direction, 'in'))
    .orderBy(asc(mailMessages.createdAt), asc(mailMessages.id))
  return rows.map(({ text }) => text)
}

const until = (check: () => unknown) => eventually(async () => expect(await check()).toBe(true))

test('reading begins behind what is there, then IDLE brings each mail at once, and nothing is changed', async () => {
  await using imap = await openImapStandIn()
  imap.add(mailOf('Before'))
  await using app = await openApp(imap)
  await using _reader = read(app)
  await until(() => imap.isIdle())
  const big = mailOf('y'.repeat(300_000))
  imap.add(mailOf('First'))
  imap.add(big)
  await until(async () => (await app.db.$count(mailIntake)) === 2)
  expect((await textsOf(app)).map((text) => text.slice(0, 5))).toEqual(['First', 'yyyyy'])
  expect(await app.db.select().from(mailIntake).orderBy(mailIntake.sourceKey)).toMatchObject([
    { source: 'imap', sourceKey: `mail@127.0.0.1/INBOX:1:2`, envelopeSender: null },
    { sourceKey: `mail@127.0.0.1/INBOX:1:3`, fileSize: big.length },
  ])
  expect(await positionOf(app)).toMatchObject({ uidValidity: 1, lastUid: 3, failingSince: null })
  expect(imap.commands.filter((one) => /select|store|expunge|copy|move|body\[/i.test(one))).toEqual(
    [],
  )
  const admin = await app.person('admin')
  const { in: state } = await admin.call(incoming.status, {})
  expect(state.imap).toMatchObject({ configured: true, connectedAt: expect.any(String) })
})

test('mail of a mailbox is known by its From at once, judged and limited as what is posted', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  await using _reader = read(app)
  await until(() => imap.isIdle())
  const failed = { 'Authentication-Results': 'mx; dmarc=fail (dmarc=pass)' }
  imap.add(mailOf('Forged', { From: 'eve@visitor.test', ...failed }))
  for (let n = 0; n < 12; n++) imap.add(mailOf(`${n}`, { From: `Vera <VERA+${n}@visitor.test>` }))
  await until(async () => (await app.db.$count(mailIntake)) === 13)
  const arrived = await app.db.select().from(mailIntake)
  expect(arrived.flatMap(({ fromAddresses }) => fromAddresses)).toContain('vera+11@visitor.test')
  await app.work()
  const threads = await app.db.select().from(mailThreads).where(eq(mailThreads.suspect, true))
  expect(threads.map(({ suspectReasons }) => suspectReasons.join()).sort()).toEqual([
    'dmarc_fail',
    'many_of_sender',
    'many_of_sender',
  ])
})

test('a mail that the server names twice is one, and a dropped connection is opened again', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  await using _reader = read(app)
  await until(() => imap.isIdle())
  imap.repeat = true
  imap.add(mailOf('One'))
  await until(async () => (await positionOf(app))?.lastUid === 1)
  imap.drop()
  imap.add(mailOf('Two'))
  await until(async () => (await positionOf(app))?.lastUid === 2)
  await until(() => imap.isIdle())
  // Connections are refused until the error was seen, because the next attempt comes within 40 ms.
  imap.refuse = true
  imap.drop()
  await until(async () => (await positionOf(app))?.lastError !== null)
  imap.refuse = false
  await until(async () => (await positionOf(app))?.lastError === null)
  expect(await textsOf(app)).toEqual(['One', 'Two'])
})

/** Minutes ago. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test.each([false, true])(
  'a renumbered mailbox brings what came since the first connection, known mail once; reversed: %s',
  async (isReversed) => {
    await using imap = await openImapStandIn()
    for (const minutes of [40 * 1440, 3 * 1440, 2]) imap.add(mailOf('Before'), ago(minutes))
    await using app = await openApp(imap)
    {
      await using _reader = read(app)
      await until(() => imap.isIdle())
      imap.add(mailOf('Known'))
      await until(async () => (await positionOf(app))?.lastUid === 4)
      expect(await textsOf(app)).toEqual(['Known'])
    }
    imap.add(mailOf('Missed'))
    imap.renumber(isReversed)
    await using _reader = read(app)
    await until(async () => (await positionOf(app))?.uidValidity === 2)
    expect((await textsOf(app)).sort()).toEqual(['Known', 'Missed'])
    expect(await app.db.$count(mailIntake, eq(mailIntake.error, 'duplicate'))).toBe(1)
    imap.add(mailOf('Moved here'), ago(2))
    await until(async () => (await positionOf(app))?.lastUid === 6)
    expect(await textsOf(app)).toContain('Moved here')
  },
)

test('mail of a renumbered mailbox is brought also when the connection breaks meanwhile', async () => {
  await using imap = await openImapStandIn()
  imap.add(mailOf('Before'), ago(2))
  await using app = await openApp(imap)
  {
    await using _reader = read(app)
    await until(() => imap.isIdle())
  }
  for (const text of ['One', 'Two']) imap.add(mailOf(text))
  imap.renumber(true)
  // The stand-in does not respond to the second of them.
  imap.isMute = (one) => /^uid fetch 2 /i.test(one)
  await using _reader = read(app, { ...pace, answer: 200 })
  await until(async () => (await positionOf(app))?.lastError !== null)
  imap.isMute = () => false
  await until(async () => (await positionOf(app))?.uidValidity === 2)
  expect((await textsOf(app)).sort()).toEqual(['One', 'Two'])
})

test('of two instances one reads; the other takes over when its lease has ended', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  const first = read(app)
  await until(() => imap.isIdle())
  await using _second = read(app)
  imap.add(mailOf('One'))
  await until(async () => (await positionOf(app))?.lastUid === 1)
  expect(imap.connections()).toBe(1)
  // The lease belongs to a dead instance. Either of the two takes it, and the other waits.
  const dead = randomUUID()
  await app.db
    .update(mailMailboxes)
    .set({ leaseHolder: dead, leaseUntil: sql`now() - interval '1 second'` })
  await until(async () => {
    const now = (await positionOf(app))?.leaseHolder
    return now !== dead && imap.connections() === 1
  })
  await first.stop()
  imap.add(mailOf('Two'))
  await until(async () => (await positionOf(app))?.lastUid === 2)
  expect(await textsOf(app)).toEqual(['One', 'Two'])
})

test('the lease of a dead instance is taken as soon as it ends, however rarely others look', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  await using _gone = read(app)
  await until(() => imap.isIdle())
  await _gone.stop()
  const soon = { leaseHolder: randomUUID(), leaseUntil: sql`now() + interval '1 second'` }
  await app.db.update(mailMailboxes).set(soon)
  await using _reader = read(app, { ...pace, renew: 60_000 })
  await until(() => imap.isIdle())
})

test('a refused login is a word without the password, and is tried again', async () => {
  await using imap = await openImapStandIn()
  imap.refuse = true
  await using app = await openApp(imap)
  await using _reader = read(app)
  await until(async () => (await positionOf(app))?.lastError === 'login_refused')
  expect((await positionOf(app))?.failingSince).toBeInstanceOf(Date)
  imap.refuse = false
  await until(async () => (await positionOf(app))?.lastError === null)
  expect(await positionOf(app)).toMatchObject({ failingSince: null })
  await until(() => imap.isIdle())
})

test('a connection that falls silent is given up, while it waits, looks or signs in', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  await using _reader = read(app, { ...pace, answer: 150 })
  await until(() => imap.isIdle())
  imap.silence()
  imap.add(mailOf('While it waited'))
  await until(async () => (await positionOf(app))?.lastUid === 1)
  for (const [uid, command] of [
    [2, /^uid fetch/i],
    [3, /^login/i],
  ] as const) {
    imap.isMute = (one) => command.test(one)
    if (uid === 3) imap.drop()
    imap.add(mailOf('Unanswered'))
    await until(async () => (await positionOf(app))?.lastError !== null)
    imap.isMute = () => false
    await until(async () => (await positionOf(app))?.lastUid === uid)
  }
})

test('a quiet connection that answers is kept', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  await using _reader = read(app, { ...pace, answer: 100 })
  const asked = () => imap.commands.filter((one) => /^noop/i.test(one)).length
  await until(() => asked() > 3)
  expect(imap.commands.filter((one) => /^login/i.test(one))).toHaveLength(1)
})

test('a mailbox that drops each connection after it worked is read on after the first wait', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  // If the wait doubled each time, the last one would take 51 seconds.
  await using _reader = read(app, { ...pace, firstRetry: 100, lastRetry: 600_000 })
  for (let uid = 1; uid <= 10; uid++) {
    await until(() => imap.isIdle())
    imap.drop()
    imap.add(mailOf(`${uid}`))
    await until(async () => (await positionOf(app))?.lastUid === uid)
  }
})

/** Just above the size limit. */
const heavy = Buffer.alloc(20_000_000, 'x')
const html = (body: string) => ({ headers: { 'Content-Type': 'text/html; charset=utf-8' }, body })

/** Makes a raw part, whose headers contain its boundary. */
function nested(type: string, parts: Parameters<typeof multipartOf>[1]) {
  const raw = multipartOf(type, parts)
  const [, contentType] = /^Content-Type: (.*)\r$/m.exec(raw.toString('latin1')) ?? []
  const body = raw.subarray(raw.indexOf('\r\n\r\n') + 4)
  return { headers: { 'Content-Type': contentType ?? '' }, body }
}

const zip = filePart('Plans.zip', 'application/zip', heavy)
const leftOut = { name: 'Plans.zip', reason: 'File too large' }
const long = mailOf('An answer, please.\n'.repeat(1_500_000))

test.each([
  {
    name: 'of one text',
    mail: long,
    text: /^(An answer, please\.\n)+/,
    refused: { name: 'message.eml', reason: 'File too large' },
  },
  {
    name: 'with a file',
    mail: multipartOf('mixed', [textPart('Grüße, the plans.'), zip]),
    text: /^Grüße, the plans\.$/,
    refused: leftOut,
  },
  {
    name: 'of HTML alone',
    mail: multipartOf('mixed', [html('<p>The <b>plans</b>.</p>'), zip]),
    text: /^The plans\.$/,
    refused: leftOut,
  },
  {
    name: 'with a nested file',
    mail: multipartOf('mixed', [
      nested('alternative', [textPart('Below.'), nested('related', [html('<p>Below.</p>'), zip])]),
    ]),
    text: /^Below\.$/,
    refused: leftOut,
  },
  { name: 'without a text', mail: multipartOf('mixed', [zip]), text: /^$/, refused: leftOut },
])(
  'a mail too large to be taken, $name, is a message that names what was left out',
  async (each) => {
    await using imap = await openImapStandIn()
    await using app = await openApp(imap)
    await using _reader = read(app)
    await until(() => imap.isIdle())
    imap.add(each.mail)
    await until(async () => (await positionOf(app))?.lastUid === 1)
    const [arrived] = await app.db.select().from(mailIntake)
    expect(arrived).toMatchObject({ fromAddresses: ['vera@visitor.test'], state: 'received' })
    const [text] = await textsOf(app)
    expect(text).toMatch(each.text)
    const [message] = await app.db.select().from(mailMessages)
    expect(message).toMatchObject({ subject: 'A question', refusedFiles: [each.refused] })
    // The size of an encoded file is only as exact as its line lengths allow.
    const { length } = each.refused === leftOut ? heavy : long
    expect((message?.refusedFiles[0]?.size ?? 0) / length).toBeCloseTo(1, 4)
    expect(await openDeadlines(app)).toHaveLength(1)
  },
)

test('a mail that is just small enough keeps its file', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  await using _reader = read(app)
  await until(() => imap.isIdle())
  imap.add(multipartOf('mixed', [textPart('Here.'), filePart('a.txt', 'text/plain', heavy)]))
  imap.add(
    multipartOf('mixed', [textPart('Here.'), filePart('a.txt', 'text/plain', Buffer.from('a'))]),
  )
  await until(async () => (await positionOf(app))?.lastUid === 2)
  expect(await textsOf(app)).toEqual(['Here.', 'Here.'])
  const files = await app.db.select({ name: mailFiles.originalName }).from(mailFiles)
  expect(files.filter(({ name }) => name === 'a.txt')).toHaveLength(1)
})

test('one mail that comes by mailbox and by POST, with a footer there, is one message', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  await using _reader = read(app)
  await until(() => imap.isIdle())
  const headers = { 'Message-ID': '<tw@feld.test>' }
  imap.add(mailOf('Please send an offer.', headers))
  await until(async () => (await positionOf(app))?.lastUid === 1)
  await postMail(app, mailOf('Please send an offer.\n\nChecked by the gateway.', headers))
  expect(await textsOf(app)).toHaveLength(1)
  expect(await openDeadlines(app)).toHaveLength(1)
})

test('a bounce that returns a mail too large to be taken is a bounce', async () => {
  await using imap = await openImapStandIn()
  await using app = await openApp(imap)
  const { sent, envelopeSender } = await threadWith(app, 'ada@northfold.test')
  await using _reader = read(app)
  await until(() => imap.isIdle())
  const failed =
    'Final-Recipient: rfc822; ada@northfold.test\r\nAction: failed\r\nStatus: 5.1.1\r\n'
  const status = {
    headers: { 'Content-Type': 'message/delivery-status' },
    body: `Reporting-MTA: dns; mx.northfold.test\r\n\r\n${failed}`,
  }
  const returned = {
    headers: { 'Content-Type': 'message/rfc822' },
    body: Buffer.concat([heavy, heavy]),
  }
  const parts = [textPart('It could not be delivered.'), status, returned]
  const From = 'MAILER-DAEMON@mx.northfold.test'
  imap.add(multipartOf('report; report-type=delivery-status', parts, { From, To: envelopeSender }))
  await until(async () => (await positionOf(app))?.lastUid === 1)
  await app.work()
  const [bounced] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, sent.id))
  expect(bounced).toMatchObject({ delivery: 'bounced', errorCode: '5.1.1' })
})
