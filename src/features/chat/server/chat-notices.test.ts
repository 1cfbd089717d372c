import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '#features/notifications/delivery/contract.ts'
import { preferences } from '#features/notifications/preferences/contract.ts'
import { mailMessages, notificationDeliveries } from '#server/database/schema.ts'
import { type ChatTestApp, openChatTestApp } from '#test/harness/chat-app.ts'
import type { Person } from '#test/harness/test-app.ts'
import { followChats } from './chat-deadlines.server.ts'
import { mailUnansweredChat } from './chat-jobs.server.ts'

const log = { info() {}, warn() {}, error() {} }
const follow = ({ deps }: ChatTestApp) => followChats.run({ ...deps, log }, {})

const titles = async (person: Person) =>
  (await person.call(notifications.list, {})).items.map(({ title }) => title)

/** Makes everything in the chats `seconds` older. */
async function age({ db }: ChatTestApp, seconds: number): Promise<void> {
  const ago = sql`make_interval(secs => ${seconds})`
  await db.execute(sql`update chat_sessions set last_message_at = last_message_at - ${ago}`)
  await db.execute(sql`update notifications set created_at = created_at - ${ago}`)
}

type Visitor = Awaited<ReturnType<ChatTestApp['visitor']>>

async function sendMessage(visitor: Visitor, content: string): Promise<void> {
  visitor.send({ type: 'send_message', sessionId: visitor.sessionId, content })
  await visitor.receive('new_message', ({ message }) => message.content === content)
}

test('a waiting visitor is told on screen at once, by mail and in channels after a minute', async () => {
  const environment = {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'site@n.test',
    MAIL_TO: 'staff@n.test',
  }
  await using app = await openChatTestApp({ environment })
  const ana = await app.person('agent', 'ana')
  await app.db.execute(sql`update users set email = 'ana@n.test'`)
  const chosen = { event: 'chat.waiting', push: true, mail: true } as const
  await ana.call(preferences.update, { preferences: [chosen] })
  await app.db.execute(sql`insert into notification_channels
    (id, kind, name, host, url_encrypted, events)
    values (gen_random_uuid(), 'slack', 'Team', 'n.test', '', '{chat.waiting}')`)
  const { sessionId } = await app.visitor()
  expect(await titles(ana)).toEqual([expect.stringMatching(/^\S.* is waiting in the chat$/)])
  expect(await app.db.$count(mailMessages)).toBe(0)
  expect(await app.db.$count(notificationDeliveries)).toBe(0)
  for (let run = 0; run < 2; run++) {
    await mailUnansweredChat.run({ ...app.deps, log }, { sessionId })
    expect(await app.db.$count(notificationDeliveries)).toBe(1)
    if (run > 0) continue
    const mails = await app.db.select({ to: mailMessages.toAddress }).from(mailMessages)
    expect(mails.map(({ to }) => to).sort()).toEqual(['ana@n.test', 'staff@n.test'])
  }
  expect(await titles(ana)).toHaveLength(1)
})

test('300 messages of one visitor are one notification', async () => {
  await using app = await openChatTestApp({ pace: { visitorBurst: 1_000 } })
  const ana = await app.person('agent')
  const visitor = await app.visitor()
  for (let n = 1; n <= 300; n++) {
    await sendMessage(visitor, `Message ${n}`)
    if (n % 100 === 0) {
      await age(app, 61)
      await Promise.all([follow(app), follow(app)])
    }
  }
  const { items, unread } = await ana.call(notifications.list, {})
  expect(items.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^\S.* wrote in the chat$/),
  ])
  expect(unread).toBe(1)
  expect(JSON.stringify(items)).not.toContain('Message')
})

test('messages within a minute are told once; on the screen of an agent they are not told', async () => {
  await using app = await openChatTestApp()
  const bo = await app.person('agent', 'bo')
  const visitor = await app.visitor()
  await sendMessage(visitor, 'Hello')
  await follow(app)
  expect(await titles(bo)).toEqual([expect.stringMatching(/ is waiting in the chat$/)])
  const agent = await app.agent()
  agent.send({ type: 'join_session', sessionId: visitor.sessionId, adminId: agent.id })
  await agent.receive('session_history')
  await sendMessage(visitor, 'Are you there?')
  await age(app, 61)
  await follow(app)
  // Joining makes the chat active.
  expect(await titles(bo)).toEqual([])
})

test('an answer withdraws what was told', async () => {
  await using app = await openChatTestApp()
  const bo = await app.person('agent', 'bo')
  const visitor = await app.visitor()
  const agent = await app.agent()
  const { sessionId } = visitor
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await agent.receive('session_history')
  agent.send({ type: 'send_message', sessionId, content: 'Hello' })
  await agent.receive('new_message', ({ message }) => message.content === 'Hello')
  await expect.poll(() => titles(bo)).toEqual([])
})
