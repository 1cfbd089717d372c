import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { openDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import {
  clients,
  mailReplyAddresses,
  mailSuppressions,
  replyDeadlines,
  mailThreads as table,
} from '#server/database/schema.ts'
import { addressHash } from '#server/mail-addresses.ts'
import { newProject } from '#test/harness/project.ts'
import {
  colleague,
  confirmedLead,
  lastMailTo,
  type MailApp,
  openMailApp,
  receive,
  reply,
  sendNow,
} from '#test/harness/replies.ts'
import { firstItem } from '#test/harness/requests.ts'
import { mailThreads } from './contract.ts'

/** A conversation with a stranger that is linked to nothing yet, with an open deadline. */
async function strangersThread(app: MailApp, more: Partial<typeof table.$inferInsert> = {}) {
  const [made] = await app.db
    .insert(table)
    .values({ subject: 'A question', ...more })
    .returning()
  const threadId = made?.id ?? ''
  await receive(app, threadId, { fromAddress: 'eve@else.test', fromName: 'Eve' })
  if (!more.suspect) {
    const opened = { kind: 'mail', threadId, openedAt: new Date(Date.now() - 3_600_000) } as const
    await app.db.transaction((tx) => openDeadline(app.deps, tx, opened))
  }
  return threadId
}

test('threads are listed by subject and view, newest message first, in pages', async () => {
  await using app = await openMailApp()
  const { id: inquiryId, number } = await confirmedLead(app)
  const agent = await colleague(app, 'Mara')
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await strangersThread(app))
  const suspect = await strangersThread(app, { suspect: true, suspectReasons: ['spam_flag'] })
  const list = async (input: Parameters<typeof agent.call<typeof mailThreads.list>>[1]) =>
    (await agent.call(mailThreads.list, input)).items.map(({ id }) => id)
  expect((await list({})).slice(0, 6)).toEqual([suspect, ...ids])
  expect(await list({ view: 'suspect' })).toEqual([suspect])
  expect(await list({ view: 'open' })).toHaveLength(6)
  expect(await list({ view: 'failed' })).toEqual([])
  const first = await agent.call(mailThreads.list, { limit: 2 })
  const rest = await list({ limit: 100, after: first.next ?? '' })
  expect([...first.items.map(({ id }) => id), ...rest]).toEqual(await list({}))
  const second = await agent.call(mailThreads.list, { page: 2, limit: 2 })
  expect(second.items.map(({ id }) => id)).toEqual(rest.slice(0, 2))
  expect(second.total).toBe(rest.length + 2)
  expect((await agent.call(mailThreads.list, { inquiryId })).items).toMatchObject([
    {
      subject: `Your request ${number}`,
      number,
      name: 'Ada Okafor',
      inquiryId,
      to: 'ada@northfold.test',
      suppressed: null,
      failed: false,
      dueAt: /./,
    },
  ])
})

test('a long conversation is read in pages of 50, the newest first', async () => {
  await using app = await openMailApp()
  const agent = await colleague(app, 'Mara')
  const id = await strangersThread(app)
  for (let n = 0; n < 120; n++) {
    await receive(app, id, { text: `${n}`, createdAt: new Date(Date.now() + 1000 + n) })
  }
  const texts: string[] = []
  let after: string | undefined
  do {
    const page = await agent.call(mailThreads.show, { id, ...(after && { after }) })
    expect(page.messages.length).toBeLessThanOrEqual(50)
    texts.unshift(...page.messages.map(({ text }) => text))
    after = page.next ?? undefined
  } while (after)
  expect(texts).toEqual(['One more thing', ...Array.from({ length: 120 }, (_, n) => `${n}`)])
})

test('a reply goes to who wrote last among the participants, never to another address', async () => {
  await using app = await openMailApp()
  const agent = await colleague(app, 'Mara')
  const id = await strangersThread(app)
  await receive(app, id, { fromAddress: 'mallory@else.test', fromOtherAddress: true })
  const { thread, messages } = await agent.call(mailThreads.show, { id })
  expect(thread).toMatchObject({ to: 'eve@else.test', name: 'Eve' })
  const seenId = messages.at(-1)?.id ?? ''
  const made = await agent.call(mailThreads.write, { id, text: 'Hello {name}', seenId })
  expect(made).toMatchObject({ to: 'eve@else.test', subject: 'Re: A question' })
  await sendNow(app, agent, made.id)
  expect(await lastMailTo(app, 'eve@else.test')).toMatchObject({
    parsed: { text: expect.stringContaining('Hello Eve') },
  })
  expect((await agent.call(mailThreads.list, { view: 'open' })).items).toEqual([])
  const [again] = await app.db.select().from(table).where(eq(table.id, id))
  expect(again?.assigneeId).not.toBeNull()
})

test('a thread is linked to a client and to a project of that client alone', async () => {
  await using app = await openMailApp()
  const agent = await colleague(app, 'Mara')
  const id = await strangersThread(app)
  const project = await newProject(app)
  const [other] = await app.db
    .insert(clients)
    .values({ name: 'Other', email: 'o@client.test' })
    .returning()
  const wrong = { id, clientId: other?.id ?? '', projectId: project.projectId }
  const refused = agent.call(mailThreads.update, wrong)
  await expect(refused).rejects.toMatchObject({ fields: { projectId: /\w/ } })
  const linked = await agent.call(mailThreads.update, { id, projectId: project.projectId })
  expect(linked).toMatchObject(project)
  expect((await agent.call(mailThreads.list, { clientId: project.clientId })).items).toHaveLength(1)
  const loose = await agent.call(mailThreads.update, { id, clientId: null })
  expect(loose).toMatchObject({ clientId: null, projectId: null })
})

test('a thread that is linked to a lead joins its conversation and its deadline', async () => {
  await using app = await openMailApp()
  const { id: inquiryId } = await confirmedLead(app)
  const agent = await colleague(app, 'Mara')
  const leads = await firstItem(agent)
  const id = await strangersThread(app)
  const earlier = sql`${replyDeadlines.dueAt} - interval '2 hours'`
  await app.db.update(replyDeadlines).set({ dueAt: earlier }).where(eq(replyDeadlines.threadId, id))
  const sent = await agent.call(mailThreads.write, { id, text: 'Hello', force: true })
  await sendNow(app, agent, sent.id)
  await app.db.update(replyDeadlines).set({ metAt: null, evidence: null, evidenceId: null })
  const joined = await agent.call(mailThreads.update, { id, inquiryId })
  expect(joined).toMatchObject({ inquiryId, to: 'ada@northfold.test' })
  expect(joined.id).not.toBe(id)
  const { messages } = await agent.call(mailThreads.show, { id: joined.id })
  expect(messages.map(({ kind }) => kind)).toEqual(['confirmation', 'received', 'reply'])
  // Reply addresses used earlier lead to the remaining conversation.
  expect(await app.db.$count(mailReplyAddresses, eq(mailReplyAddresses.threadId, joined.id))).toBe(
    4,
  )
  const { items } = await agent.call(inbox.list, {})
  expect(items).toMatchObject([{ id: leads.id }])
  expect(Date.parse(items[0]?.dueAt ?? '')).toBeLessThan(Date.parse(leads.dueAt))
  const gone = agent.call(mailThreads.show, { id })
  await expect(gone).rejects.toMatchObject({ code: 'not_found' })
})

test('a thread without a conversation of its lead becomes it, deadline included', async () => {
  await using app = await openMailApp()
  const { id: inquiryId } = await confirmedLead(app)
  const agent = await colleague(app, 'Mara')
  await app.db.delete(table).where(eq(table.inquiryId, inquiryId))
  await app.db.delete(replyDeadlines)
  const id = await strangersThread(app)
  await agent.call(mailThreads.update, { id, inquiryId })
  expect(await firstItem(agent)).toMatchObject({ subject: { type: 'inquiry', id: inquiryId } })
  const taken = await strangersThread(app)
  const chat = { id: taken, inquiryId }
  await agent.call(mailThreads.update, chat)
  const other = await confirmedLead(app, { message: 'Another' })
  const refused = agent.call(mailThreads.update, { id, inquiryId: other.id })
  await expect(refused).rejects.toMatchObject({ code: 'conflict' })
})

test('a suspect mail that is none opens its deadline since it arrived', async () => {
  await using app = await openMailApp()
  const agent = await colleague(app, 'Mara')
  const id = await strangersThread(app, { suspect: true, suspectReasons: ['dmarc'] })
  expect((await agent.call(inbox.list, {})).items).toEqual([])
  const cleared = await agent.call(mailThreads.update, { id, suspect: false })
  expect(cleared).toMatchObject({ suspect: false, suspectReasons: [] })
  const item = await firstItem(agent)
  const { messages } = await agent.call(mailThreads.show, { id })
  expect(item).toMatchObject({ subject: { type: 'thread', id }, openedAt: messages[0]?.createdAt })
})

test('a person who replies sees that automatic mail to the address has ended, and may write', async () => {
  await using app = await openMailApp()
  const { id: inquiryId } = await confirmedLead(app)
  const agent = await colleague(app, 'Mara')
  const hash = addressHash('Ada@northfold.test')
  await app.db.insert(mailSuppressions).values({ addressHash: hash, reason: 'bounced' })
  const [thread] = (await agent.call(mailThreads.list, { inquiryId })).items
  expect(thread?.suppressed).toBe('bounced')
  await reply(agent, inquiryId)
})
