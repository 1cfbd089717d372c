import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#features/identity/sign-in/contract.ts'
import { chatMessages, chatSessions } from '#server/database/schema.ts'
import { Batch } from '#server/pub-sub/batch.ts'
import {
  type Agent,
  ada,
  type ChatTestApp,
  openChatTestApp,
  type RawClient,
  serveChat,
  type Visitor,
} from '#test/harness/chat-app.ts'
import { until } from '#test/harness/chat-pairs.ts'
import { closeCodes } from '../protocol/constants.ts'
import { type Draft, openMessageStore, type Stored } from './messages.server.ts'

type Cause<C> = [string, number, (client: C, app: ChatTestApp) => unknown]

function sendOften(client: RawClient, count: number, frame: unknown): void {
  for (let n = 0; n < count; n++) client.send(frame)
}

const drained = ['the server restarts', closeCodes.restart] as const
const drain = (_: RawClient, { chat }: ChatTestApp) => chat.drain()

/** Sends until the server disconnects, and expects that every frame was ignored. */
async function expectIgnored(
  app: ChatTestApp,
  client: RawClient,
  sessionId: string,
  close: () => unknown,
): Promise<number> {
  const closing = client.ignoreClose()
  await close()
  const code = await closing
  const before = app.logged.length
  await client.sendUntilClosed(
    { type: 'typing_start', sessionId },
    { type: 'send_message', sessionId, content: 'After the close' },
    { type: 'visitor_join', visitorInfo: ada },
    { type: 'typing_start', sessionId: randomUUID() },
    { type: 'end_session', sessionId },
    '{',
  )
  await until('the disconnection', 30_000, async () => app.chat.size() <= 1)
  const contents = await app.db.select({ content: chatMessages.content }).from(chatMessages)
  expect(contents.map(({ content }) => content)).not.toContain('After the close')
  const [session] = await app.db.select().from(chatSessions).where(eq(chatSessions.id, sessionId))
  expect(session?.status).not.toBe('ended')
  expect(await app.db.$count(chatSessions)).toBe(1)
  const lines = app.logged.slice(before).map(({ event }) => event)
  expect(lines.filter((event) => event !== 'socket_revoked')).toEqual([])
  return code
}

const visitorCauses: Cause<Visitor>[] = [
  ['senseless frames', closeCodes.policy, (visitor) => sendOften(visitor, 30, '{')],
  [
    'more frames than can wait',
    closeCodes.overloaded,
    (visitor) => sendOften(visitor, 12, { type: 'visitor_join', visitorId: visitor.visitorId }),
  ],
  ['a binary frame', closeCodes.binary, (visitor) => visitor.socket.send(Buffer.from('{}'))],
  ['a frame that is too long', 1009, (visitor) => visitor.send('x'.repeat(20_000))],
  [
    'a wish to be an agent',
    closeCodes.policy,
    (visitor) => visitor.send({ type: 'admin_join', adminId: randomUUID() }),
  ],
  [...drained, drain],
]

// The tests run concurrently because each waits a second for the server to disconnect.
test.concurrent.each(visitorCauses)(
  'frames of a visitor closed for %s have no effect',
  async (_, code, act) => {
    await using app = await openChatTestApp({ caps: { queued: 4 } })
    const agent = await app.agent()
    const visitor = await app.visitor()
    await visitor.flush()
    const { sessionId } = visitor
    const errorCode = await expectIgnored(app, visitor, sessionId, () => act(visitor, app))
    expect(errorCode).toBe(code)
    expect(agent.receivedTypes()).not.toContain('user_typing')
  },
)

const agentCauses: Cause<Agent>[] = [
  ['a sign-out', closeCodes.revoked, ({ person }) => person.call(auth.logout, {})],
  [
    'the name of somebody else',
    closeCodes.policy,
    (agent) => agent.send({ type: 'join_session', sessionId: randomUUID(), adminId: randomUUID() }),
  ],
  [
    'a wish to be a visitor',
    closeCodes.policy,
    (agent) => agent.send({ type: 'visitor_join', visitorInfo: ada }),
  ],
  [...drained, drain],
]

test.concurrent.each(agentCauses)(
  'frames of an agent closed for %s have no effect',
  async (_, code, act) => {
    await using app = await openChatTestApp()
    const visitor = await app.visitor()
    const agent = await app.agent()
    const { sessionId } = visitor
    agent.send({ type: 'join_session', sessionId, adminId: agent.id })
    await visitor.receive('admin_joined')
    const errorCode = await expectIgnored(app, agent, sessionId, () => act(agent, app))
    expect(errorCode).toBe(code)
    expect(visitor.receivedTypes()).not.toContain('user_typing')
    expect(visitor.contents()).not.toContain('After the close')
  },
)

test('after a sign-out a socket cannot join', async () => {
  await using app = await openChatTestApp()
  const person = await app.person('agent')
  const { user } = await person.call(auth.me, {})
  const client = await app.connect({ cookie: person.cookie ?? '' })
  const closing = client.ignoreClose()
  await person.call(auth.logout, {})
  expect(await closing).toBe(closeCodes.revoked)
  await client.sendUntilClosed({ type: 'admin_join', adminId: user.id })
  expect(app.chat.roles().agent).toBe(0)
})

/** Holds messages back until it is opened. */
class Gate extends Batch<Draft, Stored> {
  readonly opened = Promise.withResolvers<void>()
  readonly reached = Promise.withResolvers<void>()
  #store: Batch<Draft, Stored>

  constructor(store: Batch<Draft, Stored>) {
    super(async () => [])
    this.#store = store
  }

  override async add(draft: Draft): Promise<Stored> {
    this.reached.resolve()
    await this.opened.promise
    return await this.#store.add(draft)
  }
}

test('frames of an agent that still wait at the sign-out have no effect', async () => {
  await using app = await openChatTestApp()
  const messages = new Gate(openMessageStore(app.deps))
  const slow = await serveChat(app, { messages })
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const agent = await app.agent('agent', 'mara', slow.url)
  agent.send({ type: 'send_message', sessionId, content: 'Too late' })
  agent.send({ type: 'end_session', sessionId })
  await messages.reached.promise
  await agent.person.call(auth.logout, {})
  expect(await agent.closed).toBe(closeCodes.revoked)
  messages.opened.resolve()
  await expect.poll(() => slow.chat.size()).toBe(0)
  await visitor.flush()
  const [session] = await app.db.select().from(chatSessions).where(eq(chatSessions.id, sessionId))
  expect(session).toMatchObject({ status: 'waiting', lastSeq: 0 })
  await slow.close()
})
