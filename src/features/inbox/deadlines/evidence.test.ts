import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiries } from '#features/leads/contract.ts'
import {
  inquiryDetails,
  mailMessages,
  mailThreads,
  replyDeadlines as table,
} from '#server/database/schema.ts'
import { eventually } from '#test/harness/eventually.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { inbox } from './contract.ts'
import { meetDeadline, openDeadline } from './deadlines.server.ts'
import { withdrawEvidence } from './evidence.server.ts'

const hour = 3_600_000

/** A lead that arrived two days ago and has been overdue since yesterday, with its thread. */
async function oldLead({ db, stranger }: TestApp) {
  const { id: inquiryId } = await stranger().call(inquiries.create, {
    name: 'Ada',
    email: 'ada@northfold.test',
    message: 'Hello',
    filledInMs: 9000,
    service: 'document-processing',
  })
  const twoDays = sql`interval '2 days'`
  await db.update(table).set({
    openedAt: sql`${table.openedAt} - ${twoDays}`,
    dueAt: sql`${table.dueAt} - ${twoDays}`,
    dueSoonAt: sql`${table.dueSoonAt} - ${twoDays}`,
  })
  const values = { subject: 'Your request', inquiryId }
  const [thread] = await db.insert(mailThreads).values(values).returning({ id: mailThreads.id })
  return { inquiryId, threadId: thread?.id ?? '' }
}

/** Adds a reply that the mail server accepted some hours ago, and makes it meet the deadline. */
async function answer(
  { db, deps }: TestApp,
  lead: { inquiryId: string; threadId: string },
  hoursAgo: number,
) {
  const at = new Date(Date.now() - hoursAgo * hour)
  const [sent] = await db
    .insert(mailMessages)
    .values({
      threadId: lead.threadId,
      direction: 'out',
      kind: 'reply',
      delivery: 'accepted',
      messageId: `<${hoursAgo}@n.test>`,
      toAddress: 'ada@northfold.test',
      subject: 'Re',
      text: 'Hello',
      createdAt: at,
      acceptedAt: at,
    })
    .returning({ id: mailMessages.id })
  const evidenceId = sent?.id ?? ''
  const met = { evidence: 'mail', evidenceId, at, by: null } as const
  await db.transaction((tx) => meetDeadline(deps, tx, { inquiryId: lead.inquiryId }, met))
  return { id: evidenceId, at }
}

async function bounce({ db, deps }: TestApp, messageId: string) {
  return db.transaction(async (tx) => {
    await tx.update(mailMessages).set({ delivery: 'bounced' }).where(eq(mailMessages.id, messageId))
    return withdrawEvidence(deps, tx, messageId)
  })
}

const deadlines = ({ db }: TestApp) => db.select().from(table).orderBy(table.openedAt)

test('an answer that bounces reopens its deadline with the old due time, thresholds told', async () => {
  await using app = await openTestApp({ everyDay: true })
  const lead = await oldLead(app)
  const [before] = await deadlines(app)
  const { id } = await answer(app, lead, 3)
  expect(await bounce(app, id)).toEqual({ deadlineId: before?.id, outcome: 'reopened' })
  const [after] = await deadlines(app)
  expect(after).toMatchObject({ metAt: null, evidence: null, reopenReason: 'bounced' })
  expect(after?.dueAt).toEqual(before?.dueAt)
  expect(after?.overdueNotifiedAt).not.toBeNull()
  expect(await bounce(app, id)).toBeUndefined()
})

test('the oldest other answer since the opening takes the place of one that bounced', async () => {
  await using app = await openTestApp({ everyDay: true })
  const lead = await oldLead(app)
  const first = await answer(app, lead, 9)
  const second = await answer(app, lead, 6)
  await answer(app, lead, 3)
  // This reply was written before the opening, so it does not answer the lead.
  await answer(app, lead, 60)
  expect(await bounce(app, first.id)).toMatchObject({ outcome: 'replaced' })
  const [deadline] = await deadlines(app)
  expect(deadline).toMatchObject({ evidence: 'mail', evidenceId: second.id, metAt: second.at })
})

test('a newer open deadline takes the earlier due time', async () => {
  await using app = await openTestApp({ everyDay: true })
  const lead = await oldLead(app)
  const [old] = await deadlines(app)
  const { id } = await answer(app, lead, 3)
  const newer = { kind: 'inquiry', inquiryId: lead.inquiryId, openedAt: new Date() } as const
  await app.db.transaction((tx) => openDeadline(app.deps, tx, newer))
  await bounce(app, id)
  const [, open] = await deadlines(app)
  expect(open).toMatchObject({ metAt: null, dueAt: old?.dueAt, reopenReason: 'bounced' })
  expect(await app.db.$count(table, sql`met_at is null`)).toBe(1)
})

/** Adds a detail or mail that the visitor wrote some hours ago. */
async function hear(
  { db }: TestApp,
  lead: { inquiryId: string; threadId: string },
  hoursAgo: number,
) {
  const createdAt = new Date(Date.now() - hoursAgo * hour)
  const { inquiryId } = lead
  await db.insert(inquiryDetails).values({ inquiryId, text: 'Also', createdAt })
  return createdAt
}

test('a stated reply of before the last word of the visitor leaves that open; one of after it does not', async () => {
  await using app = await openTestApp({ everyDay: true })
  const lead = await oldLead(app)
  const agent = await app.person('agent')
  const said = await hear(app, lead, 4)
  await hear(app, lead, 3)
  const call = async (hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * hour).toISOString()
    const [item] = (await agent.call(inbox.list, {})).items
    await agent.call(inbox.stateReply, { id: item?.id ?? '', how: 'phone', at })
    return (await agent.call(inbox.list, {})).items
  }
  expect(await call(5)).toMatchObject([{ openedAt: said.toISOString(), metAt: null }])
  expect(await call(2)).toEqual([])
})

test('what was written after an answer opens once, whatever becomes of that answer', async () => {
  await using app = await openTestApp({ everyDay: true })
  const lead = await oldLead(app)
  const said = await hear(app, lead, 6)
  const early = await answer(app, lead, 9)
  expect(await deadlines(app)).toMatchObject([{ evidenceId: early.id }, { openedAt: said }])
  await answer(app, lead, 8)
  const later = await answer(app, lead, 3)
  const both = [{ evidenceId: early.id }, { openedAt: said, evidenceId: later.id }]
  expect(await deadlines(app)).toMatchObject(both)
  // The answer of 8 hours ago replaces it, and everything written later is answered as well.
  expect(await bounce(app, early.id)).toMatchObject({ outcome: 'replaced' })
  expect(await deadlines(app)).toHaveLength(2)
})

test('an answer that takes the place of another leaves open what came after it', async () => {
  await using app = await openTestApp({ everyDay: true })
  const lead = await oldLead(app)
  const said = await hear(app, lead, 6)
  const after = await answer(app, lead, 3)
  await answer(app, lead, 9)
  await bounce(app, after.id)
  expect(await deadlines(app)).toMatchObject([
    { evidence: 'mail' },
    { openedAt: said, metAt: null },
  ])
})

test('a word that is being stored while its deadline is met is not lost', async () => {
  await using app = await openTestApp({ everyDay: true })
  const lead = await oldLead(app)
  const { inquiryId } = lead
  const stored = Promise.withResolvers<void>()
  const seen = Promise.withResolvers<void>()
  const storing = app.db.transaction(async (tx) => {
    await tx.insert(inquiryDetails).values({ inquiryId, text: 'Also' })
    await openDeadline(app.deps, tx, { kind: 'inquiry', inquiryId, openedAt: new Date() })
    stored.resolve()
    await seen.promise
  })
  await stored.promise
  const answering = answer(app, lead, 1)
  await eventually(async () => {
    const waits = sql`select from pg_stat_activity where wait_event_type = 'Lock'`
    expect((await app.db.execute(waits)).rows).toHaveLength(1)
  })
  seen.resolve()
  await Promise.all([storing, answering])
  expect(await deadlines(app)).toMatchObject([{ evidence: 'mail' }, { metAt: null }])
})

test('a mail written after a stated reply stands in when that is taken back', async () => {
  await using app = await openTestApp({ everyDay: true })
  const lead = await oldLead(app)
  const agent = await app.person('agent')
  const { items } = await agent.call(inbox.list, {})
  const id = items[0]?.id ?? ''
  await agent.call(inbox.stateReply, { id, how: 'phone', note: 'Called' })
  const sent = await answer(app, lead, 0)
  const item = await agent.call(inbox.reopen, { id })
  expect(item).toMatchObject({ evidence: 'mail', how: null, note: null })
  expect(item.metAt).toBe(sent.at.toISOString())
})
