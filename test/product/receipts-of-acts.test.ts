import { verify } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SiteSettings } from '#contract/settings/document.ts'
import { agenda } from '#features/booking/agenda/contract.ts'
import { meetings } from '#features/booking/bookings/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { clientReceipts } from '#features/clients/receipts/contract.ts'
import { timeline } from '#features/clients/timeline/contract.ts'
import { pages } from '#features/content/pages/contract.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { conversions } from '#features/leads/conversion/contract.ts'
import { deleteExpired } from '#features/privacy/retention/expired-data.server.ts'
import { publicKeyOf } from '#features/receipts/log/signing-keys.server.ts'
import { GrowingTree, leafHash } from '#features/receipts/log/tree.server.ts'
import * as tables from '#server/database/schema.ts'
import { ada, book, openBooking, startAt } from '../harness/bookings.ts'
import { failureOf } from '../harness/failure-of.ts'
import { receive } from '../harness/mail-thread.ts'
import { bounceOf, mailToken } from '../harness/mails.ts'
import { openReceipts, sequence } from '../harness/receipts.ts'
import { openMailApp, reply, sendNow } from '../harness/replies.ts'
import { firstItem, message, write } from '../harness/requests.ts'
import { publish, save } from '../harness/site-settings.ts'
import { openTestApp, type TestApp } from '../harness/test-app.ts'

const byVisitor = (ref: string) => ({ kind: 'visitor', ref })
const visitor = byVisitor(message.email)
const user = { kind: 'user', ref: expect.any(String) }
const system = { kind: 'system' }

async function deadlineOf({ db }: TestApp) {
  const [deadline] = await db.select().from(tables.replyDeadlines)
  if (!deadline) throw new Error('There is no deadline.')
  const { id, openedAt, dueAt } = deadline
  return { id, openedAt: openedAt.toISOString(), dueAt: dueAt.toISOString() }
}

test('a lead has one receipt, from when a reply is due on', async () => {
  await using app = await openTestApp({ everyDay: true })
  const agent = await app.person('agent')
  const admin = await app.person('admin')
  const { id } = await write(app)
  await write(app)
  const { dueAt } = await deadlineOf(app)
  const receipt = {
    kind: 'lead.received',
    actor: visitor,
    subject: { type: 'lead', ref: id },
    data: { leadRef: id, kind: 'inquiry', dueAt },
    clientId: null,
    subjectId: id,
  }
  expect(await openReceipts(app)).toEqual([receipt])
  const spam = await write(app, { message: 'Spam', website: 'x' })
  const other = await write(app, { message: 'Other spam', service: 'consultation', website: 'x' })
  expect(await openReceipts(app)).toHaveLength(1)
  for (let again = 0; again < 2; again++) {
    await agent.call(inquiries.release, { id: spam.id, quarantined: false })
  }
  const client = await admin.call(conversions.convert, { inquiryId: other.id })
  expect((await openReceipts(app)).slice(1)).toMatchObject([
    { kind: 'lead.received', actor: visitor, subjectId: spam.id, clientId: null },
    { data: { kind: 'consultation' }, subjectId: other.id, clientId: client.id },
  ])
})

test('replies have receipts when they are accepted and when they bounce', async () => {
  await using app = await openMailApp({ MAIL_IN_TOKEN: mailToken })
  const agent = await app.person('agent')
  const { id } = await write(app)
  const { id: messageRef } = await reply(agent, id)
  await sendNow(app, agent, messageRef)
  const { id: deadlineRef, openedAt, dueAt } = await deadlineOf(app)
  const subject = { type: 'message', ref: messageRef }
  const ofDeadline = { type: 'deadline', ref: deadlineRef }
  const metAt = expect.any(String)
  expect((await openReceipts(app)).slice(1)).toMatchObject([
    {
      kind: 'mail.accepted',
      actor: user,
      subject,
      data: {
        messageRef,
        recipientRef: message.email,
        responseRef: expect.stringMatching(/^250 /),
        code: 250,
      },
    },
    {
      kind: 'deadline.met',
      actor: user,
      subject: ofDeadline,
      data: { deadlineRef, evidence: 'mail', openedAt, dueAt, metAt },
    },
  ])
  const [sent] = await app.db
    .select()
    .from(tables.mailMessages)
    .where(eq(tables.mailMessages.id, messageRef))
  const bounce = bounceOf({ messageId: sent?.messageId ?? '', to: message.email })
  for (let again = 0; again < 2; again++) await receive(app, bounce)
  expect((await openReceipts(app)).slice(3)).toMatchObject([
    { kind: 'mail.bounced', actor: system, subject, data: { messageRef, status: '5.1.1' } },
    { kind: 'deadline.reopened', actor: system, data: { deadlineRef, reason: 'bounced' } },
  ])
})

test('what people say about a deadline has receipts', async () => {
  await using app = await openTestApp({ everyDay: true })
  const agent = await app.person('agent')
  const { id: inquiryId, token } = await write(app)
  const { id } = await firstItem(agent)
  await agent.call(inbox.stateReply, { id, how: 'phone' })
  await agent.call(inbox.reopen, { id })
  await agent.call(inbox.waive, { id, reason: 'duplicate' })
  await agent.call(inbox.reopen, { id })
  await agent.call(inquiries.changeStatuses, { changes: [{ id: inquiryId, status: 'closed' }] })
  await app.stranger().call(requests.withdraw, { token })
  const { id: deadlineRef } = await deadlineOf(app)
  const facts = (await openReceipts(app)).slice(1).map(({ kind, actor, data }) => {
    const { evidence, reason } = data as Record<string, unknown>
    return [kind, actor, evidence ?? reason]
  })
  expect(facts).toEqual([
    ['deadline.met', user, 'stated'],
    ['deadline.reopened', user, 'taken_back'],
    ['deadline.waived', user, 'duplicate'],
    ['deadline.reopened', user, 'taken_back'],
    ['deadline.waived', user, 'closed'],
    ['deadline.waived', visitor, 'withdrawn'],
  ])
  expect((await openReceipts(app))[1]).toMatchObject({ data: { deadlineRef } })
})

test('each state of a call has its receipt, whoever acts; spam has none until confirmed', async () => {
  const { app, hostId: hostRef } = await openBooking()
  await using _ = app
  const agent = await app.person('agent', 'sam')
  const { meetingToken: token } = await book(app)
  const [row] = await app.db.select({ id: tables.bookings.id }).from(tables.bookings)
  const id = row?.id ?? ''
  const start = await startAt(app, 5)
  await app.stranger().call(meetings.move, { token, start, zone: 'UTC', sequence: 0 })
  const later = await startAt(app, 8)
  await agent.call(agenda.move, { id, start: later, sequence: 1 })
  await app.db.execute(sql`update bookings
    set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'`)
  await agent.call(agenda.setOutcome, { id, outcome: 'no_show' })
  const ofVisitor = byVisitor(ada.email)
  const base = { bookingRef: id, hostRef }
  const receipts = await openReceipts(app)
  expect(receipts.slice(0, 2).map(({ kind }) => kind)).toEqual(['lead.received', 'deadline.met'])
  expect(receipts.slice(2)).toMatchObject([
    { kind: 'booking.confirmed', actor: ofVisitor, data: { ...base, sequence: 0 } },
    { kind: 'booking.moved', actor: ofVisitor, data: { ...base, start, sequence: 1 } },
    { kind: 'booking.moved', actor: user, data: { ...base, start: later, sequence: 2 } },
    { kind: 'booking.outcome', actor: user, data: { ...base, outcome: 'no_show' } },
  ])
  expect(receipts[2]).toMatchObject({ subject: { type: 'booking', ref: id }, subjectId: id })

  await book(app, 3, { email: 'eve@n.test', filledInMs: 5 })
  expect(await openReceipts(app)).toHaveLength(receipts.length)
  const suspect = eq(tables.bookings.email, 'eve@n.test')
  const [held] = await app.db.select().from(tables.bookings).where(suspect)
  await agent.call(agenda.confirm, { id: held?.id ?? '' })
  await agent.call(agenda.cancel, { id: held?.id ?? '', sequence: 0, reason: 'Ill' })
  expect((await openReceipts(app)).slice(receipts.length)).toMatchObject([
    { kind: 'lead.received', actor: byVisitor('eve@n.test') },
    { kind: 'deadline.met', data: { evidence: 'booking' } },
    { kind: 'booking.confirmed', actor: user },
    { kind: 'booking.cancelled', actor: user, data: { by: 'staff', sequence: 1 } },
  ])
})

test('an act that fails leaves no receipt: of a call that staff enter for a taken time', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const agent = await app.person('agent', 'sam')
  const caller = { name: 'Eve', email: 'eve@n.test', contact: 'video', zone: 'UTC' } as const
  const start = await startAt(app, 0)
  const enter = () => agent.call(agenda.create, { ...caller, type: 'consultation', hostId, start })
  await enter()
  const receipts = await openReceipts(app)
  expect(receipts).toMatchObject([
    { kind: 'lead.received', actor: user },
    { kind: 'deadline.met', actor: user },
    { kind: 'booking.confirmed', actor: user },
  ])
  expect(await failureOf(enter())).toMatchObject({ code: 'slot_taken' })
  expect(await openReceipts(app)).toEqual(receipts)
})

test('published settings and legal texts have receipts, and those of a start have none', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { tagline: 'Kept promises' })
  await publish(admin, ['firm'])
  await admin.call(siteSettings.restore, { number: '1', expectedVersion: 2, kind: 'restore' })
  const shown = await admin.call(siteSettings.show, {})
  const demo = !(shown.document as SiteSettings).demo.showDemoContent
  await save(admin, 'contact', { email: 'desk@n.test' })
  await save(admin, 'demo', { showDemoContent: demo })
  await publish(admin, ['demo', 'contact'])
  const [legal] = (await admin.call(pages.list, { kind: 'legal' })).items
  const { id, revision, slug } = await admin.call(pages.show, { id: legal?.id ?? '' })
  await admin.call(pages.publish, { id, revision, changeNote: 'Read' })
  const versions = await app.db.select().from(tables.siteVersions).orderBy(asc(sql`number`))
  const ofVersion = (at: number) => ({
    number: at + 1,
    sha256: Buffer.from(versions[at]?.sha256 ?? []).toString('hex'),
  })
  const subject = (ref: string) => ({ type: 'settings', id: ref })
  const receipts = await openReceipts(app)
  expect(receipts.slice(0, 4)).toMatchObject([
    { kind: 'settings.published', subject: subject('2'), data: ofVersion(1) },
    {
      kind: 'settings.restored',
      subject: subject('3'),
      data: { ...ofVersion(2), sections: ['firm'] },
    },
    { kind: 'settings.published', actor: user, data: { ...ofVersion(3) } },
    { kind: 'settings.demo_switched', data: { demo } },
  ])
  // The new address of the firm has renewed the texts that contain it.
  const texts = receipts.slice(4)
  expect(new Set(texts.map(({ kind }) => kind))).toEqual(new Set(['settings.legal_published']))
  const [version] = await app.db
    .select()
    .from(tables.pageVersions)
    .where(eq(tables.pageVersions.pageId, id))
    .orderBy(sql`number desc`)
  expect(texts.at(-1)).toMatchObject({
    subject: subject(id),
    data: {
      slug,
      number: version?.number,
      sha256: Buffer.from(version?.sha256 ?? []).toString('hex'),
      effectiveAt: version?.effectiveAt.toISOString(),
    },
  })
})

async function verifyLog({ db }: TestApp): Promise<void> {
  const rows = await db.select().from(tables.receipts).orderBy(asc(tables.receipts.seq))
  const [key] = await db.select().from(tables.receiptKeys)
  const [log] = await db.select().from(tables.receiptLog)
  const publicKey = publicKeyOf(key?.publicKey ?? Buffer.of())
  const tree = new GrowingTree(0, [])
  for (const { record, signature } of rows) {
    expect(verify(null, Buffer.from(record), publicKey, signature)).toBe(true)
    tree.add(leafHash(record))
  }
  expect(log).toMatchObject({ size: rows.length, root: Buffer.from(tree.root()) })
}

test('an erasure takes what opens the receipts of a person and leaves the log whole', async () => {
  await using app = await openMailApp()
  const owner = await app.person('owner')
  const { id } = await write(app)
  await sendNow(app, owner, (await reply(owner, id)).id)
  await write(app, { email: 'eve@n.test' })
  await sequence(app)
  const { email } = message
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  await sequence(app)
  await verifyLog(app)
  const left = await app.db.select().from(tables.receiptDisclosures)
  expect(new Set(left.map(({ person }) => person))).toEqual(new Set([null, 'eve@n.test']))
  expect(left.filter(({ person }) => person === null).map(({ name }) => name)).toEqual([
    'actor.ref',
    'actor.ref',
    'actor.ref',
  ])
  const erased = (await openReceipts(app)).filter(({ subjectId }) => subjectId === null)
  expect(erased.map(({ kind }) => kind)).toEqual([
    'lead.received',
    'mail.accepted',
    'deadline.met',
    'person.erased',
  ])
  // Of the lead three, of the mail four, of the deadline two.
  expect(erased.at(-1)).toMatchObject({ data: { disclosures: 9 } })
})

test('an erasure has receipts of the calls that it cancels, which open to nobody', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const owner = await app.person('owner')
  await book(app)
  await owner.call(dataExchange.erasePerson, { email: ada.email, confirmation: ada.email })
  await sequence(app)
  await verifyLog(app)
  expect((await openReceipts(app)).slice(-2)).toMatchObject([
    {
      kind: 'booking.cancelled',
      data: { by: 'system', hostRef: hostId, bookingRef: expect.stringMatching(/^[\da-f]{64}$/) },
      subjectId: null,
    },
    { kind: 'person.erased' },
  ])
})

test('retention takes what opens the receipts of what it deletes', async () => {
  await using app = await openTestApp({ environment: { RETAIN_CLOSED_INQUIRIES_DAYS: '30' } })
  const { token } = await write(app)
  await app.stranger().call(requests.withdraw, { token })
  await app.db.execute(sql`update inquiries set created_at = now() - interval '40 days'`)
  await app.db.execute(sql`update audit_entries set at = now() - interval '40 days'`)
  expect(await deleteExpired(app.deps)).toMatchObject({ closed_inquiries: 1 })
  expect(await app.db.$count(tables.receiptDisclosures)).toBe(0)
  const kinds = (await openReceipts(app)).map(({ kind }) => kind)
  expect(kinds).toEqual(['lead.received', 'deadline.waived'])
})

test('a client’s page lists the receipts of everything that is theirs', async () => {
  await using app = await openMailApp()
  const admin = await app.person('admin')
  const { id: inquiryId } = await write(app)
  await write(app, { email: 'eve@n.test' })
  await sendNow(app, admin, (await reply(admin, inquiryId)).id)
  const { id } = await admin.call(conversions.convert, { inquiryId })
  const list = (more = {}) => admin.call(clientReceipts.list, { id, ...more })
  const { items } = await list()
  expect(items).toMatchObject([
    { kind: 'deadline.met', summary: 'Reply deadline met', seq: null },
    { kind: 'mail.accepted', seq: null },
    { kind: 'lead.received', summary: 'Lead received', seq: null },
  ])
  const entryOf = async () =>
    (await admin.call(timeline.show, { id })).entries.find(({ kind }) => kind === 'inquiry')
  expect(await entryOf()).toMatchObject({ receipt: null })
  await sequence(app)
  expect((await list()).items.map(({ seq }) => seq)).toEqual([4, 3, 1])
  expect(await entryOf()).toMatchObject({ receipt: 1 })
  expect(await list({ page: 2, limit: 2 })).toMatchObject({ items: [{ seq: 1 }], total: 3 })
  const { next } = await list({ limit: 2 })
  expect((await list({ limit: 2, after: next })).items).toMatchObject([{ seq: 1 }])

  const other = await admin.call(clients.create, { name: 'Ben', email: 'ben@n.test' })
  expect(await admin.call(clientReceipts.list, { id: other.id })).toMatchObject({ items: [] })
  const missing = admin.call(clientReceipts.list, { id: inquiryId })
  expect(await failureOf(missing)).toMatchObject({ status: 404 })
})
