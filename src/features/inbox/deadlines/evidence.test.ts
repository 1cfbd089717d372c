import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiries } from '#features/leads/contract.ts'
import { mailMessages, mailThreads, replyDeadlines as table } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { inbox } from './contract.ts'
import { meetDeadline, openDeadline } from './deadlines.server.ts'
import { withdrawEvidence } from './evidence.server.ts'

const hour = 3_600_000

/** A lead of two days ago, overdue since yesterday, and its thread. */
async function oldLead({ db, stranger }: TestApp) {
  const { id: inquiryId } = await stranger().call(inquiries.create, {
    ...{ name: 'Ada', email: 'ada@northfold.test', message: 'Hello', filledInMs: 9000 },
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

/** A reply that the mail server accepted some hours ago, and the deadline it met. */
async function answer(
  { db }: TestApp,
  lead: { inquiryId: string; threadId: string },
  hoursAgo: number,
) {
  const at = new Date(Date.now() - hoursAgo * hour)
  const [sent] = await db
    .insert(mailMessages)
    .values({
      ...{ threadId: lead.threadId, direction: 'out', kind: 'reply', delivery: 'accepted' },
      ...{ messageId: `<${hoursAgo}@n.test>`, toAddress: 'ada@northfold.test' },
      ...{ subject: 'Re', text: 'Hello', createdAt: at, acceptedAt: at },
    })
    .returning({ id: mailMessages.id })
  const evidenceId = sent?.id ?? ''
  const met = { evidence: 'mail', evidenceId, at, by: null } as const
  await db.transaction((tx) => meetDeadline(tx, { inquiryId: lead.inquiryId }, met))
  return { id: evidenceId, at }
}

async function bounce({ db }: TestApp, messageId: string) {
  return db.transaction(async (tx) => {
    await tx.update(mailMessages).set({ delivery: 'bounced' }).where(eq(mailMessages.id, messageId))
    return withdrawEvidence(tx, messageId)
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
  // Before the opening: no answer to this.
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
