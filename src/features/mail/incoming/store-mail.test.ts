import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { meetDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { mailThreads as mailThreadsContract } from '#features/mail/threads/contract.ts'
import { newId } from '#server/database/new-id.ts'
import {
  blobDeletions,
  mailFiles,
  mailIntake,
  mailMessages,
  mailThreads,
  replyDeadlines,
  users,
} from '#server/database/schema.ts'
import { parse } from '#server/mime/parse.ts'
import { noticesOf, openDeadlines, receive, threadWith } from '#test/harness/mail-thread.ts'
import {
  filePart,
  mailInEnvironment,
  mailOf,
  multipartOf,
  postMail,
  textPart,
} from '#test/harness/mails.ts'
import { write } from '#test/harness/requests.ts'
import { pdf, png } from '#test/harness/sample-files.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { receivedMail } from '../../../services.ts'
import { incoming } from './contract.ts'
import { storeMail } from './store-mail.server.ts'

const openApp = () => openTestApp({ environment: mailInEnvironment })

const results = (text: string) => ({ 'Authentication-Results': `mx.firm.test; ${text}` })
const passed = (domain: string) => results(`dmarc=pass header.from=${domain}`)

test('a mail from somebody new opens a thread and a deadline, with its files and the original', async () => {
  await using app = await openApp()
  const agent = await app.person('agent')
  const parts = [
    textPart('Could you look at this?\r\n\r\nVera'),
    filePart('plan.pdf', 'application/octet-stream', pdf),
    filePart('run.exe', 'application/pdf', Buffer.from('MZ')),
    filePart('fake.png', 'image/png', pdf),
  ]
  const raw = multipartOf('mixed', parts, { Subject: '=?utf-8?q?Gr=C3=BC=C3=9Fe?=' })
  const { intake, message, thread } = await receive(app, raw)
  expect(thread).toMatchObject({ subject: 'Grüße', suspect: false, inquiryId: null })
  expect(message).toMatchObject({
    kind: 'received',
    direction: 'in',
    delivery: null,
    text: 'Could you look at this?\n\nVera',
    fromAddress: 'vera@visitor.test',
    fromName: 'Vera Visitor',
    fromOtherAddress: false,
    refusedFiles: [
      { name: 'run.exe', size: 2, reason: 'Invalid file type' },
      { name: 'fake.png', size: pdf.length, reason: 'Invalid file type' },
    ],
  })
  expect(intake).toMatchObject({ state: 'done', storageKey: null })
  const files = await app.db.select().from(mailFiles).orderBy(mailFiles.role)
  expect(files).toMatchObject([
    { role: 'attachment', originalName: 'plan.pdf', mimeType: 'application/pdf' },
    { role: 'raw', fileSize: raw.length },
  ])
  expect(await openDeadlines(app)).toMatchObject([{ kind: 'mail', threadId: thread?.id }])
  expect(await noticesOf(app)).toMatchObject([
    { event: 'mail.received', eventKey: `mail ${message?.id}` },
  ])
  const { items } = await agent.call(inbox.list, {})
  expect(items).toMatchObject([{ kind: 'mail', subject: { type: 'thread', id: thread?.id } }])

  const admin = await app.person('admin')
  const rawUrl = `/api/admin/mail/messages/${message?.id}/raw`
  const original = await app.send({ url: rawUrl, headers: { cookie: admin.cookie ?? '' } })
  expect(original.rawPayload.equals(raw)).toBe(true)
  expect(original.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining('attachment'),
  })
  const asAgent = await app.send({ url: rawUrl, headers: { cookie: agent.cookie ?? '' } })
  expect(asAgent.statusCode).toBe(403)
  await app.db.delete(mailThreads)
  expect(await app.db.$count(mailFiles)).toBe(0)
  expect(await app.db.$count(blobDeletions)).toBe(2)
})

test('a thread is found by token, then by our Message-ID, then by an earlier mail of the sender', async () => {
  await using app = await openApp()
  const { threadId, sent, replyTo } = await threadWith(app, 'vera@visitor.test')
  const other = await threadWith(app, 'other@visitor.test')
  const threadOf = async (headers: Record<string, string>, query = {}) =>
    (await receive(app, mailOf('Thanks', headers), query)).thread?.id
  expect(await threadOf({}, { recipient: replyTo.toUpperCase() })).toBe(threadId)
  expect(await threadOf({ Cc: `x@y.test, ${replyTo}` })).toBe(threadId)
  expect(await threadOf({ 'Delivered-To': replyTo, References: other.sent.messageId })).toBe(
    threadId,
  )
  expect(
    await threadOf({ References: `<gone@x> ${other.sent.messageId} ${sent.messageId} <more@x>` }),
  ).toBe(threadId)
  const first = await receive(app, mailOf('New', { 'Message-ID': '<new@visitor.test>' }))
  expect(first.thread?.id).not.toBe(threadId)
  expect(await threadOf({ 'In-Reply-To': '<new@visitor.test>' })).toBe(first.thread?.id)
  const stranger = { From: 'eve@elsewhere.test', 'In-Reply-To': '<new@visitor.test>' }
  expect(await threadOf(stranger)).not.toBe(first.thread?.id)
  expect(await threadOf({ Subject: 'Re: A question' })).not.toBe(first.thread?.id)
})

test('a mail is one message, by whichever way and however often it comes', async () => {
  await using app = await openApp()
  const raw = mailOf('Once', { 'Message-ID': '<once@visitor.test>' })
  await receive(app, raw)
  const trace = Buffer.concat([Buffer.from('Received: from mx.visitor.test\r\n'), raw])
  const again = await receive(app, trace)
  expect(again.intake).toMatchObject({ state: 'ignored', error: 'duplicate' })
  await receive(app, mailOf('Another text', { 'Message-ID': '<once@visitor.test>' }))
  const nameless = mailOf('No id', { 'Message-ID': undefined })
  await receive(app, nameless)
  await receive(app, Buffer.concat([Buffer.from('Received: by y\r\n'), nameless]))
  const messages = await app.db.select().from(mailMessages)
  expect(messages.map(({ text }) => text).sort()).toEqual(['Another text', 'No id', 'Once'])
  const { sent } = await threadWith(app, 'vera@visitor.test')
  const own = await receive(app, mailOf('Ours', { 'Message-ID': sent.messageId }))
  expect(own.intake).toMatchObject({ state: 'ignored', error: 'own', messageId: sent.id })
})

test('a mail about a lead opens its deadline again and ends its snooze', async () => {
  await using app = await openApp()
  const { id } = await write(app)
  const { replyTo } = await threadWith(app, 'ada@northfold.test', { inquiryId: id })
  const by = null
  await app.db.transaction((tx) =>
    meetDeadline(app.deps, tx, { inquiryId: id }, { evidence: 'mail', at: new Date(), by }),
  )
  const ada = { From: 'Ada <ADA@northfold.test>' }
  await receive(app, mailOf('One more thing', ada), { recipient: replyTo })
  const [opened] = await openDeadlines(app)
  expect(opened).toMatchObject({ kind: 'inquiry', inquiryId: id })
  await app.db.update(replyDeadlines).set({ snoozedUntil: sql`now() + interval '1 day'` })
  const { message } = await receive(app, mailOf('And another', ada), { recipient: replyTo })
  expect(message?.fromOtherAddress).toBe(false)
  expect(await openDeadlines(app)).toMatchObject([{ id: opened?.id, snoozedUntil: null }])
  const stranger = { From: 'eve@elsewhere.test' }
  const forwarded = await receive(app, mailOf('I am Ada', stranger), { recipient: replyTo })
  expect(forwarded.message).toMatchObject({ kind: 'received', fromOtherAddress: true })
})

test('a colleague writes a note: only the assignee is told, and no deadline opens', async () => {
  await using app = await openApp()
  const _agent = await app.person('agent')
  const { threadId, replyTo } = await threadWith(app, 'vera@visitor.test')
  const [user] = await app.db.select().from(users)
  await app.db.update(mailThreads).set({ assigneeId: user?.id ?? '' })
  const raw = mailOf('I know her', { From: 'Staff@firm.test', ...passed('firm.test') })
  const note = await receive(app, raw, { recipient: replyTo })
  expect(note.message).toMatchObject({ kind: 'note', threadId, fromOtherAddress: false })
  expect(await noticesOf(app)).toMatchObject([
    { event: 'mail.received', eventKey: `mail ${note.message?.id}` },
  ])
  expect(await openDeadlines(app)).toEqual([])
  const { id: inquiryId } = await write(app)
  const isAlert = eq(mailMessages.kind, 'lead_alert')
  const [alert] = await app.db.select().from(mailMessages).where(isAlert)
  const answer = {
    From: 'staff@firm.test',
    'In-Reply-To': alert?.messageId ?? '',
    ...passed('firm.test'),
  }
  const { message, thread } = await receive(app, mailOf('I know them', answer))
  expect(message?.kind).toBe('note')
  expect(thread?.inquiryId).toBe(inquiryId)
})

const unproven: [what: string, headers: Record<string, string>, reason: string][] = [
  ['DMARC failed', results('dmarc=fail header.from=firm.test'), 'dmarc_fail'],
  ['nothing says so', {}, 'sender_unverified'],
  ['SPF alone', results('spf=pass smtp.mailfrom=staff@firm.test'), 'sender_unverified'],
  ['DKIM alone', results('dkim=pass header.d=firm.test'), 'sender_unverified'],
  ['DMARC of another domain', passed('elsewhere.test'), 'sender_unverified'],
  ['a comment', results('dmarc=none (dmarc=pass)'), 'sender_unverified'],
  ['ARC', { 'ARC-Authentication-Results': 'i=1; mx.firm.test; dmarc=pass' }, 'sender_unverified'],
]

test('an address of a colleague makes a note only with DMARC passed', async () => {
  await using app = await openApp()
  const senders = ['staff@firm.test', 'STAFF@Firm.test', 'A Colleague <staff@firm.test>']
  for (const [at, [what, headers, reason]] of unproven.entries()) {
    const { replyTo } = await threadWith(app, 'vera@visitor.test')
    const raw = mailOf('Pay here', { From: senders[at % senders.length], ...headers })
    const { message, thread } = await receive(app, raw, { recipient: replyTo })
    expect(message, what).toMatchObject({
      kind: 'received',
      fromOtherAddress: true,
      suspectReasons: [reason],
    })
    expect(thread?.suspect, what).toBe(false)
  }
  const raw = mailOf('Pay here', { From: 'staff@firm.test' })
  expect(await receive(app, raw)).toMatchObject({
    message: { kind: 'received', fromOtherAddress: true },
    thread: { suspect: true, suspectReasons: ['sender_unverified'] },
  })
})

test('each mail is judged by itself and says so, also in a conversation that exists', async () => {
  await using app = await openApp()
  const agent = await app.person('agent')
  const { threadId, replyTo } = await threadWith(app, 'vera@visitor.test')
  const failed = results('dmarc=fail header.from=visitor.test')
  for (const headers of [failed, { 'X-Spam-Flag': 'YES' }, passed('visitor.test'), {}]) {
    await receive(app, mailOf('Hello', headers), { recipient: replyTo })
  }
  const { messages, thread } = await agent.call(mailThreadsContract.show, { id: threadId })
  expect(thread.suspect).toBe(false)
  const reasons = messages.slice(1).map(({ suspectReasons }) => suspectReasons)
  expect(reasons).toEqual([['dmarc_fail'], ['spam_flag'], [], []])
})

const believed: [
  what: string,
  trusted: string | undefined,
  headers: string[],
  verified: unknown,
][] = [
  ['the topmost', undefined, ['mx; dmarc=pass', 'evil; dmarc=fail'], true],
  ['none below the topmost', undefined, ['mx; spf=pass', 'evil; dmarc=pass'], null],
  ['a failure of the same server below', undefined, ['mx; dmarc=pass', 'MX; dmarc=fail'], false],
  [
    'the named server wherever it is',
    'mx.firm.test',
    ['evil; dmarc=pass', 'mx.firm.test; dmarc=fail'],
    false,
  ],
  ['no other than the named server', 'mx.firm.test', ['evil; dmarc=pass'], null],
  ['no name in a comment', 'mx.firm.test', ['evil (mx.firm.test); dmarc=pass'], null],
  ['the named server in another case', 'mx.firm.test', ['MX.firm.test 1; dmarc=pass'], true],
  ['a failure beside a pass', 'mx.firm.test', ['mx.firm.test; dmarc=pass; dmarc=fail'], false],
  [
    'a local part',
    undefined,
    ['mx; dmarc=fail; spf=pass smtp.mailfrom="dmarc=pass"@x.test'],
    false,
  ],
  [
    'an encoded word',
    undefined,
    ['mx; dmarc=none; spf=pass smtp.mailfrom="=?utf-8?q?=22;_dmarc=3Dpass?="@x.test'],
    null,
  ],
]

test('of Authentication-Results those of the trusted server count, however the mail comes in', async () => {
  for (const trusted of [undefined, 'mx.firm.test']) {
    const environment = { ...mailInEnvironment, ...(trusted && { MAIL_AUTHSERV_ID: trusted }) }
    await using app = await openTestApp({ environment })
    for (const [what, trust, headers, verified] of believed.filter(
      ([, trust]) => trust === trusted,
    )) {
      const lines = headers.map((one) => `Authentication-Results: ${one}\r\n`).join('')
      const asMail = () => Buffer.concat([Buffer.from(lines), mailOf('Hello')])
      const { message } = await receive(app, asMail())
      expect(message?.senderVerified, what).toBe(verified)
      const json = Buffer.from(JSON.stringify({ RawEmail: asMail().toString() }))
      const posted = await receive(app, json, { type: 'application/json' })
      expect(posted.message?.senderVerified, what).toBe(verified)
      await app.db.delete(mailThreads)
      expect(trust).toBe(trusted)
    }
  }
})

const unclear: [what: string, headers: Record<string, string>][] = [
  ['two addresses in one bracket', { From: '<vera@visitor.test,eve@elsewhere.test>' }],
  ['two mailboxes', { From: 'Vera <vera@visitor.test>, Eve <eve@elsewhere.test>' }],
  ['a group', { From: 'Us: vera@visitor.test, eve@elsewhere.test;' }],
  ['a second header', { From: 'vera@visitor.test', from: 'eve@elsewhere.test' }],
  ['a space inside', { From: '<vera@visitor.test eve@elsewhere.test>' }],
  ['no domain', { From: '<vera>' }],
  ['several to reply to', { 'Reply-To': 'a@x.test, b@y.test' }],
  ['two to reply to in one bracket', { 'Reply-To': '<a@x.test;b@y.test>' }],
]

test('a mail that names not exactly one sender is kept, is suspect and cannot be answered', async () => {
  await using app = await openApp()
  const agent = await app.person('agent')
  const write = (id: string) =>
    agent.call(mailThreadsContract.write, { id, text: 'Hello', seenId: null, force: true })
  for (const [what, headers] of unclear) {
    const { message, thread } = await receive(app, mailOf('Hello', headers))
    expect(message?.suspectReasons, what).toEqual(['sender_unclear'])
    expect(message?.text, what).toBe('Hello')
    expect(thread?.suspect, what).toBe(true)
    const { thread: shown } = await agent.call(mailThreadsContract.show, { id: thread?.id ?? '' })
    expect([shown.to, shown.from], what).toEqual([null, expect.stringMatching(/\S/)])
    await agent.call(mailThreadsContract.update, { id: shown.id, suspect: false })
    await expect(write(shown.id), what).rejects.toMatchObject({ code: 'invalid_input' })
  }
  // An earlier version stored several addresses this way.
  const old = await receive(app, mailOf('Hello'))
  await app.db.update(mailMessages).set({ fromAddress: 'a@x.test,b@y.test' })
  await expect(write(old.thread?.id ?? '')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('one sender with a comma in the name, a comment, or one address to reply to is answered', async () => {
  await using app = await openApp()
  const agent = await app.person('agent')
  const clear = [
    { From: '"Visitor, Vera" <vera@visitor.test> (home)' },
    { From: 'Visitor, Vera <vera@visitor.test>' },
    { From: 'Visitor, Dr. Vera, MA <vera@visitor.test>' },
    { From: 'Vera <vera@visitor.test>', 'Reply-To': 'Vera <vera@visitor.test>' },
    { From: 'vera@intranet' },
  ]
  for (const headers of clear) {
    const { message, thread } = await receive(app, mailOf('Hello', headers))
    expect(thread?.suspect).toBe(false)
    if (headers.From.includes(',')) expect(message?.fromName).toMatch(/^Visitor, (Dr. )?Vera/)
    const { thread: shown } = await agent.call(mailThreadsContract.show, { id: thread?.id ?? '' })
    expect(shown.to).toMatch(/^vera@/)
  }
})

/** Stores a mail that is parsed in this process. */
async function storeFast(app: TestApp, raw: Buffer) {
  const { json } = await postMail(app, raw)
  const { id } = json<{ id: string }>()
  const [intake] = await app.db.select().from(mailIntake).where(eq(mailIntake.id, id))
  if (!intake) throw new Error('No intake')
  const { contents, ...mail } = await parse(raw)
  await storeMail({ ...app.deps, log: app.fastify.log }, receivedMail, intake, mail, contents)
}

test('of one sender ten new conversations an hour are due, of all sixty; answers are not counted', async () => {
  await using app = await openApp()
  const _agent = await app.person('agent')
  const counts = async () => ({
    due: (await openDeadlines(app)).length,
    suspect: await app.db.$count(mailThreads, eq(mailThreads.suspect, true)),
  })
  const spellings = [
    'vera@visitor.test',
    'VERA@Visitor.test',
    'vera+1@visitor.test',
    'V <vera+2@visitor.test>',
  ]
  for (let n = 0; n < 10; n++) await storeFast(app, mailOf('x', { From: spellings[n % 4] }))
  expect(await counts()).toEqual({ due: 10, suspect: 0 })
  for (const From of spellings) await storeFast(app, mailOf('x', { From }))
  expect(await counts()).toEqual({ due: 10, suspect: 4 })
  const [over] = await app.db.select().from(mailThreads).where(eq(mailThreads.suspect, true))
  expect(over?.suspectReasons).toEqual(['many_of_sender'])
  expect(await noticesOf(app)).toHaveLength(10)

  const { replyTo } = await threadWith(app, 'vera@visitor.test')
  for (let n = 0; n < 12; n++) await storeFast(app, mailOf('x', { To: replyTo }))
  expect(await counts()).toEqual({ due: 11, suspect: 4 })

  for (let n = 0; n < 52; n++) await storeFast(app, mailOf('x', { From: `n${n}@visitor.test` }))
  expect(await counts()).toEqual({ due: 61, suspect: 6 })
  const trust = sql`${mailThreads.suspectReasons} = '{many_of_all}'`
  expect(await app.db.$count(mailThreads, trust)).toBe(2)

  const earlier = sql`${mailThreads.createdAt} - interval '1 hour'`
  await app.db.update(mailThreads).set({ createdAt: earlier })
  await storeFast(app, mailOf('x'))
  expect(await counts()).toEqual({ due: 62, suspect: 6 })
})

const spam: [string, Record<string, string>, string][] = [
  ['X-Spam-Flag', { 'X-Spam-Flag': 'YES' }, 'spam_flag'],
  ['X-Spam-Status', { 'X-Spam-Status': 'Yes, score=9' }, 'spam_status'],
  [
    'Authentication-Results',
    { 'Authentication-Results': 'mx.firm.test; spf=pass; dmarc=fail (p=none)' },
    'dmarc_fail',
  ],
]

test('a new thread is suspect by what filters say: no deadline, nobody is told', async () => {
  await using app = await openApp()
  const _agent = await app.person('agent')
  for (const [what, headers, reason] of spam) {
    const { thread } = await receive(app, mailOf('Buy', headers))
    expect(thread, what).toMatchObject({ suspect: true, suspectReasons: [reason] })
  }
  expect(await openDeadlines(app)).toEqual([])
  expect(await noticesOf(app)).toEqual([])
  const [[, headers] = ['', {}]] = spam
  const { replyTo } = await threadWith(app, 'vera@visitor.test')
  const trusted = await receive(app, mailOf('Re: Buy', headers), { recipient: replyTo })
  expect(trusted.thread?.suspect).toBe(false)
  expect(await openDeadlines(app)).toMatchObject([{ threadId: trusted.thread?.id }])
  expect(await noticesOf(app)).toHaveLength(1)
})

const automatic: [string, Record<string, string>, { sender?: string }][] = [
  ['an out-of-office note', { 'Auto-Submitted': 'auto-replied (vacation)' }, {}],
  ['bulk mail', { Precedence: 'bulk' }, {}],
  ['a newsletter', { Precedence: 'bulk', 'List-Unsubscribe': '<mailto:x@shop.test>' }, {}],
  ['a newsletter of one click', { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }, {}],
  ['a ticket robot', { Precedence: 'bulk', 'In-Reply-To': '<ours@x>' }, {}],
  ['an old autoresponder', { 'X-Autoreply': 'yes' }, {}],
  ['the null sender', {}, { sender: '<>' }],
  ['the null sender in Return-Path', { 'Return-Path': '<>' }, {}],
  ['a mail server', { From: 'MAILER-DAEMON@mx.test' }, {}],
  ['an address that we read', { From: 'reply+x@in.firm.test' }, {}],
]

test('what is sent by itself is kept as automatic, opens nothing and tells nobody', async () => {
  await using app = await openApp()
  const _agent = await app.person('agent')
  for (const [what, headers, query] of automatic) {
    const { threadId, replyTo } = await threadWith(app, 'vera@visitor.test')
    const mail = mailOf('Away', headers)
    const { message } = await receive(app, mail, { recipient: replyTo, ...query })
    expect(message, what).toMatchObject({ kind: 'automatic', threadId })
    expect(await openDeadlines(app), what).toEqual([])
    expect(await noticesOf(app), what).toEqual([])
  }
})

const ofGroup = {
  Precedence: 'list',
  'Mailing-list': 'list info@firm.test; contact info+owners@firm.test',
  'List-ID': '<info.firm.test>',
}
const ofGoogle = {
  ...ofGroup,
  'List-Post': '<https://groups.test/info/post>, <mailto:info@firm.test>',
  'List-Unsubscribe': '<mailto:info+unsubscribe@firm.test>',
}
const byPeople: [string, Record<string, string>][] = [
  ['a group', ofGroup],
  ['a group that can be left', ofGoogle],
  [
    'a group that can be left by one click',
    { ...ofGoogle, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  ],
  ['a list of the Majordomo kind', { Precedence: 'bulk', 'List-ID': '<a.x>', References: '<b@x>' }],
  ['a rule of Exchange', { 'X-MS-Exchange-Inbox-Rules-Loop': 'info@firm.test' }],
  ['an Exchange of people', { 'X-Auto-Response-Suppress': 'All' }],
  [
    'values that say no',
    { 'X-Autoreply': 'no', 'Auto-Submitted': 'No (typed)', Precedence: 'none' },
  ],
  ['a program for sales', { 'List-Unsubscribe': '<x>', 'In-Reply-To': '<ours@x>' }],
]

test('what a person writes is due, whatever lists, groups and rules it came through', async () => {
  await using app = await openApp()
  const _agent = await app.person('agent')
  for (const [at, [what, headers]] of byPeople.entries()) {
    const { threadId, replyTo } = await threadWith(app, 'vera@visitor.test')
    const { message } = await receive(app, mailOf('Yes, please start', { ...headers, To: replyTo }))
    expect(message, what).toMatchObject({ kind: 'received', threadId, fromOtherAddress: false })
    expect(await openDeadlines(app), what).toHaveLength(at + 1)
    expect(await noticesOf(app), what).toHaveLength(at + 1)
  }
  // This sender writes to us for the first time.
  const { message } = await receive(app, mailOf('An offer, please', ofGoogle))
  expect(message?.kind).toBe('received')
})

test('of automatic mail a thread keeps 20 an hour; an answer by a person still counts', async () => {
  await using app = await openApp()
  const { threadId, replyTo } = await threadWith(app, 'vera@visitor.test')
  const away = () => mailOf('Away', { 'Auto-Submitted': 'auto-replied' })
  await receive(app, away(), { recipient: replyTo })
  const [first] = await app.db.select().from(mailMessages).where(eq(mailMessages.kind, 'automatic'))
  if (!first) throw new Error('No message')
  await app.db.insert(mailMessages).values(
    Array.from({ length: 18 }, (_, n) => {
      const messageId = `<${n}@visitor.test>`
      return { ...first, id: newId(), messageId, contentSha256: null }
    }),
  )
  for (let n = 0; n < 3; n++) await postMail(app, away(), { recipient: replyTo })
  await app.work()
  const isStored = and(eq(mailMessages.threadId, threadId), eq(mailMessages.kind, 'automatic'))
  expect(await app.db.$count(mailMessages, isStored)).toBe(20)
  expect(await app.db.$count(mailIntake, eq(mailIntake.error, 'automatic_limit'))).toBe(2)
  await receive(app, mailOf('I am back', { 'Auto-Submitted': 'no' }), { recipient: replyTo })
  expect(await openDeadlines(app)).toHaveLength(1)
})

test('HTML is shown so that nothing in it runs, loads or is framed elsewhere', async () => {
  await using app = await openApp()
  const html =
    '<p>Grüße <img src="cid:logo@x"><img src="https://spy.test/a.png"><script>x()</script></p>'
  const logo = filePart('logo.png', 'image/png', png)
  const parts = [
    { headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: html },
    { ...logo, headers: { ...logo.headers, 'Content-ID': '<logo@x>' } },
  ]
  const { message } = await receive(app, multipartOf('related', parts))
  expect(message).toMatchObject({ hasHtml: true, text: 'Grüße' })
  const agent = await app.person('agent')
  const url = `/api/admin/mail/messages/${message?.id}/html`
  const answer = await app.send({ url, headers: { cookie: agent.cookie ?? '' } })
  expect(answer.headers).toMatchObject({
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  const picture = `<img src="data:image/png;base64,${png.toString('base64')}" />`
  expect(answer.body).toContain(`<p>Grüße ${picture}</p>`)
  const { message: plain } = await receive(app, mailOf('Plain'))
  await expect(agent.call(incoming.html, { id: plain?.id ?? '' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a mail that cannot be parsed is set aside after three failures, and the queue goes on', async () => {
  await using app = await openApp()
  let deep = 'From: Eve <eve@elsewhere.test>\r\n'
  for (let n = 0; n < 200; n++) {
    deep += `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`
  }
  await postMail(app, Buffer.from(deep))
  await postMail(app, mailOf('Behind it'))
  for (let n = 1; n <= 3; n++) {
    await app.work()
    const [waiting] = await app.db.select().from(mailIntake).orderBy(mailIntake.receivedAt)
    expect(waiting).toMatchObject({ attempts: n, state: n < 3 ? 'received' : 'unreadable' })
    expect(await app.db.$count(mailMessages)).toBe(1)
    await app.db.update(mailIntake).set({ leaseUntil: null })
  }
  const admin = await app.person('admin')
  const { items } = await admin.call(incoming.unreadable, {})
  expect(items).toMatchObject([
    { reason: 'nested_too_deep', sender: 'eve@elsewhere.test', hasOriginal: true },
  ])
  const url = `/api/admin/mail/unreadable/${items[0]?.id}/raw`
  const original = await app.send({ url, headers: { cookie: admin.cookie ?? '' } })
  expect(original.body).toBe(deep)
})

test('a mail whose text takes all memory ends its own parsing, and the one behind it is stored', async () => {
  await using app = await openApp()
  await postMail(app, mailOf('\n'.repeat(10 * 1024 * 1024)))
  await postMail(app, mailOf('Behind it'))
  await app.work()
  const [hostile, next] = await app.db.select().from(mailIntake).orderBy(mailIntake.receivedAt)
  expect(hostile).toMatchObject({ state: 'received', error: 'too_much_memory', attempts: 1 })
  expect(next).toMatchObject({ state: 'done' })
})

const offer = (text: string, headers: Record<string, string | undefined> = {}) =>
  mailOf(text, {
    From: 'Nora Feld <nora@feld.test>',
    To: 'website@firm.test',
    Cc: 'info@firm.test',
    Subject: 'Offer',
    'Message-ID': '<tw@feld.test>',
    Date: 'Mon, 23 Nov 2026 11:00:00 +0100',
    ...headers,
  })
const direct = 'Please send an offer.\n'
const footer = '\nNotice: this message was checked by the gateway.\n'

test.each([
  { name: 'with a footer', first: offer(direct), second: offer(direct + footer) },
  { name: 'with a footer first', first: offer(direct + footer), second: offer(direct) },
  {
    name: 'with a banner and a mark in the subject',
    first: offer(direct),
    second: offer(`CAUTION: External.\n\n${direct}`, { Subject: '[EXTERNAL] Offer' }),
  },
  {
    name: 'in another zone, without its file',
    first: multipartOf('mixed', [textPart(direct), filePart('a.png', 'image/png', png)], {
      From: 'Nora Feld <nora@feld.test>',
      Subject: 'Offer',
      'Message-ID': '<tw@feld.test>',
      Date: 'Mon, 23 Nov 2026 10:00:00 +0000',
    }),
    second: offer(direct, { From: 'nora@FELD.test' }),
  },
])('one mail by two ways is one message: $name', async ({ first, second }) => {
  await using app = await openApp()
  const { message } = await receive(app, first)
  const { intake } = await receive(app, second)
  expect(intake).toMatchObject({ state: 'ignored', error: 'duplicate', messageId: message?.id })
  expect(await app.db.$count(mailMessages)).toBe(1)
  expect(await openDeadlines(app)).toHaveLength(1)
})

test.each([
  { name: 'another sender', second: offer(direct + footer, { From: 'eve@feld.test' }) },
  { name: 'another text', second: offer('No offer is needed any more, thank you.') },
  { name: 'another subject', second: offer(direct + footer, { Subject: 'Invoice 12' }) },
  {
    name: 'another date',
    second: offer(direct + footer, { Date: 'Mon, 23 Nov 2026 11:00:01 +0100' }),
  },
  { name: 'no date', second: offer(direct + footer, { Date: undefined }) },
])('two mails of one Message-ID are both kept: $name', async ({ second }) => {
  await using app = await openApp()
  await receive(app, offer(direct))
  const { intake } = await receive(app, second)
  expect(intake.state).toBe('done')
  expect(await app.db.$count(mailMessages)).toBe(2)
})

test('a copy that may be forged does not keep out the one that may not', async () => {
  await using app = await openApp()
  const failed = { 'Authentication-Results': 'mx; dmarc=fail (dmarc=pass)' }
  await receive(app, offer(direct + footer, failed))
  const { intake } = await receive(app, offer(direct))
  expect(intake.state).toBe('done')
  expect((await receive(app, offer(`${direct}${footer}${footer}`, failed))).intake.state).toBe(
    'ignored',
  )
})
