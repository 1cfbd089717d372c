import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#features/identity/users/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { notifications } from '#features/notifications/delivery/contract.ts'
import * as tables from '#server/database/schema.ts'
import { register } from '#test/harness/automations.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { requests } from '../request-status/contract.ts'
import { inbox } from './contract.ts'

const message = {
  name: 'Ada Okafor',
  email: 'ada@northfold.test',
  company: '',
  service: '',
  message: 'Slips',
  filledInMs: 9000,
}

const write = (app: TestApp, text: string) =>
  app.stranger().call(inquiries.create, { ...message, message: text })

async function idOf({ db }: TestApp, username: string): Promise<string> {
  const [user] = await db.select().from(tables.users).where(eq(tables.users.username, username))
  return user?.id ?? ''
}

async function titles(person: Person): Promise<string[]> {
  const { items } = await person.call(notifications.list, {})
  return items.map(({ title }) => title).filter((title) => / lost /.test(title))
}

async function takeAll(person: Person): Promise<void> {
  const { items } = await person.call(inbox.list, { view: 'unassigned' })
  for (const { id } of items) await person.call(inbox.take, { id })
}

/**
 * Assigns to Bo an answered lead, a closed one, a waiting one, a conversation, a chat and an
 * automation.
 */
async function workOfBo(app: TestApp) {
  const { db } = app
  const [ana, bo] = [await app.person('agent', 'ana'), await app.person('agent', 'bo')]
  const owner = await app.person('owner', 'olga')
  const assigneeId = await idOf(app, 'bo')
  const [answered, closed] = [await write(app, 'answered'), await write(app, 'closed')]
  await takeAll(bo)
  const { items } = await bo.call(inbox.list, { view: 'mine' })
  for (const { id } of items) await bo.call(inbox.stateReply, { id, how: 'phone' })
  await bo.call(inquiries.setStatus, { id: closed.id, status: 'closed' })
  await write(app, 'waiting')
  await takeAll(bo)
  await db.insert(tables.mailThreads).values({ subject: 'Offer', assigneeId })
  const visitor = { visitorName: 'Vi', visitorEmail: 'vi@v.test', agentId: assigneeId }
  const [chat] = await db
    .insert(tables.chatSessions)
    .values([
      { ...visitor, visitorHash: Buffer.from('1'), status: 'active' },
      { ...visitor, visitorHash: Buffer.from('2'), status: 'ended' },
    ])
    .returning()
  const { id: automationId } = await register(app, { assigneeId })
  const deactivate = () => owner.call(users.update, { id: assigneeId, active: false })
  return { ana, bo, owner, assigneeId, answered, closed, chat, automationId, deactivate }
}

/** What is assigned to a user, by table. */
async function assigned({ db }: TestApp, userId: string) {
  const { inquiries: leads, mailThreads, chatSessions, automations, replyDeadlines } = tables
  const isOpen = and(isNull(replyDeadlines.metAt), isNull(replyDeadlines.waivedAt))
  return {
    leads: await db.$count(leads, eq(leads.assigneeId, userId)),
    threads: await db.$count(mailThreads, eq(mailThreads.assigneeId, userId)),
    chats: await db.$count(chatSessions, eq(chatSessions.agentId, userId)),
    automations: await db.$count(automations, eq(automations.assigneeId, userId)),
    due: await db.$count(replyDeadlines, and(eq(replyDeadlines.assigneeId, userId), isOpen)),
  }
}

test('who is deactivated leaves nothing open behind, and everybody is notified once', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { ana, owner, assigneeId, deactivate } = await workOfBo(app)
  expect(await assigned(app, assigneeId)).toEqual({
    leads: 3,
    threads: 1,
    chats: 2,
    automations: 1,
    due: 1,
  })
  const published: unknown[] = []
  app.deps.pubSub.on('inbox', ({ topics }) => published.push(topics))
  await deactivate()
  // A closed lead and an ended chat keep their assignee.
  expect(await assigned(app, assigneeId)).toEqual({
    leads: 1,
    threads: 0,
    chats: 1,
    automations: 0,
    due: 0,
  })
  await app.work()
  const title = '5 open items have lost their assignee'
  expect([await titles(ana), await titles(owner)]).toEqual([[title], [title]])
  expect((await ana.call(inbox.list, { view: 'unassigned' })).items).toHaveLength(1)
  expect(published).toEqual([['inbox', 'leads', 'automations', 'notifications']])
})

test('what comes later about a closed lead belongs to nobody, and costs no second notice', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { ana, closed, deactivate } = await workOfBo(app)
  await deactivate()
  const token = closed.requestUrl?.split('/').at(-1) ?? ''
  await app.stranger().call(requests.addDetail, { token, text: 'One more thing' })
  await app.work()
  const { items } = await ana.call(inbox.list, { view: 'unassigned' })
  expect(items.map(({ subject }) => subject.id)).toContain(closed.id)
  expect(await titles(ana)).toHaveLength(1)
})

test('one item is named as one, and who had nothing leaves without a notice', async () => {
  await using app = await openTestApp({ everyDay: true })
  const [ana, bo] = [await app.person('agent', 'ana'), await app.person('agent', 'bo')]
  const owner = await app.person('owner', 'olga')
  await app.person('agent', 'cy')
  await owner.call(users.update, { id: await idOf(app, 'cy'), active: false })
  expect(await titles(ana)).toEqual([])
  await write(app, 'waiting')
  await takeAll(bo)
  await owner.call(users.update, { id: await idOf(app, 'bo'), active: false })
  expect(await titles(ana)).toEqual(['An open item has lost its assignee'])
})

test('a new role keeps everything: every role may hold it', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { ana, owner, assigneeId } = await workOfBo(app)
  const before = await assigned(app, assigneeId)
  await owner.call(users.update, { id: assigneeId, role: 'admin' })
  await owner.call(users.update, { id: assigneeId, role: 'agent' })
  await app.work()
  expect(await assigned(app, assigneeId)).toEqual(before)
  expect(await titles(ana)).toEqual([])
})
