import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { auth } from '#features/identity/sign-in/contract.ts'
import { chatSessions } from '#server/database/schema.ts'
import { openPubSub } from '#server/pub-sub/pub-sub.ts'
import { ada } from '#test/harness/chat-app.ts'
import { openTwo } from '#test/harness/two-instances.ts'
import { notices } from '../protocol/constants.ts'

test('everybody sees the same order, and one notice of joining, across instances (W16)', async () => {
  await using two = await openTwo()
  const { app } = two
  const near = await app.agent('agent', 'mara')
  const far = await two.farAgent('theo')
  const tabs = [await app.visitor()]
  const { sessionId, visitorId } = tabs[0] as (typeof tabs)[number]
  await far.receive('new_chat_session')
  for (let n = 0; n < 2; n++) {
    const tab = await two.connect()
    tab.send({ type: 'visitor_join', visitorId, lastSeq: 0 })
    await tab.receive('session_created')
    tabs.push(Object.assign(tab, { sessionId, visitorId }))
  }
  for (const agent of [near, far]) {
    agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  }
  for (const tab of tabs) await tab.receive('admin_joined')
  for (const agent of [near, far]) await agent.receive('session_history')
  const everybody = [near, far, ...tabs]
  for (let n = 0; n < 6; n++) {
    for (const [at, client] of everybody.entries()) {
      client.send({ type: 'send_message', sessionId, content: `${at}:${n}`, messageType: 'text' })
    }
  }
  await Promise.all(
    everybody.map((client) => client.receive('new_message', ({ message }) => message.seq === 31)),
  )
  const texts = everybody.map((client) => client.contents().filter((text) => text.includes(':')))
  for (const seen of texts) expect(seen).toEqual(texts[0])
  expect(texts[0]).toHaveLength(30)
  for (const tab of tabs) {
    expect(tab.contents().filter((text) => text === notices.joined)).toHaveLength(1)
  }
  await tabs[0]?.close()
  tabs[1]?.send({ type: 'send_message', sessionId, content: 'last', messageType: 'text' })
  await near.receive('new_message', ({ message }) => message.content === 'last')
  const [row] = await app.db.select().from(chatSessions).where(eq(chatSessions.id, sessionId))
  expect(row?.status).toBe('active')
})

test('typing, delivery and the end reach the other instance', async () => {
  await using two = await openTwo()
  const agent = await two.farAgent('theo')
  const visitor = await two.app.visitor()
  const { sessionId } = visitor
  await agent.receive('new_chat_session')
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await visitor.receive('admin_joined')
  visitor.send({ type: 'typing_start', sessionId })
  expect(await agent.receive('user_typing')).toMatchObject({ userType: 'visitor', isTyping: true })
  agent.send({ type: 'send_message', sessionId, content: 'Hi', messageType: 'text' })
  const { message } = await visitor.receive(
    'new_message',
    (frame) => frame.message.content === 'Hi',
  )
  visitor.send({ type: 'mark_message_delivered', messageId: message.id })
  expect((await agent.receive('message_delivered')).messageId).toBe(message.id)
  visitor.send({ type: 'end_session', sessionId })
  await agent.receive('session_ended')
})

test('while notifications are lost, polling delivers everything, once and in order (Q6)', async () => {
  await using two = await openTwo()
  const agent = await two.farAgent('theo')
  const visitor = await two.app.visitor()
  const { sessionId } = visitor
  await agent.receive('new_chat_session')
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await visitor.receive('admin_joined')
  await agent.receive('session_history')
  visitor.send({ type: 'send_message', sessionId, content: 'before', messageType: 'text' })
  await agent.receive('new_message', ({ message }) => message.content === 'before')
  // The other instance's pending reads take fewer round trips than these.
  for (let trip = 0; trip < 6; trip++) await two.app.db.$count(chatSessions)
  two.bus.isSilent = true
  for (let n = 0; n < 10; n++) {
    visitor.send({ type: 'send_message', sessionId, content: `v${n}`, messageType: 'text' })
  }
  const unheard = await two.app.visitor()
  visitor.send({ type: 'end_session', sessionId })
  await visitor.receive('session_ended')
  await agent.flush()
  expect(agent.contents()).not.toContain('v0')
  for (let second = 0; second < 15; second++) await two.far.tick()
  await agent.receive('session_ended')
  // The session arrives as a new one, or in the list sent after the other one ended.
  await expect.poll(() => JSON.stringify(agent.received)).toContain(unheard.sessionId)
  const agentContents = () => agent.contents().filter((text) => text !== notices.joined)
  const all = ['before', ...Array.from({ length: 10 }, (_, n) => `v${n}`), notices.ended]
  await expect.poll(agentContents).toEqual(all)
})

test('a chat that is pages behind catches up although another lacks one message', async () => {
  await using two = await openTwo()
  const agent = await two.farAgent('theo')
  const ids: string[] = []
  for (const _ of [1, 2]) {
    const { sessionId } = await two.app.visitor()
    await agent.receive('new_chat_session', ({ session }) => session.id === sessionId)
    agent.send({ type: 'join_session', sessionId, adminId: agent.id })
    await agent.receive('session_history', ({ session }) => session.id === sessionId)
    ids.push(sessionId)
  }
  await agent.flush()
  two.bus.isSilent = true
  for (const [at, count] of [450, 1].entries()) {
    await two.app.db.execute(sql`
      with added as (
        insert into chat_messages
          (id, session_id, seq, sender_type, sender_key, client_message_id, content)
        select gen_random_uuid(), id, last_seq + n, 'visitor', 'key', gen_random_uuid(), 'm' || n
        from chat_sessions, generate_series(1, ${count}::int) n where id = ${ids[at]}
      )
      update chat_sessions set last_seq = last_seq + ${count} where id = ${ids[at]}`)
  }
  two.bus.isSilent = false
  two.app.deps.pubSub.publishElsewhere({ kind: 'chat', ids })
  await agent.receive('new_message', ({ message }) => message.content === 'm450')
})

test('sockets of a session that ends on one instance are closed on the other', async () => {
  await using two = await openTwo()
  const agent = await two.farAgent('theo')
  await agent.person.call(auth.logout, {})
  expect(await agent.closed).toBe(4401)
})

test('a restart abandons no chat: the visitor reconnects to the other instance', async () => {
  await using two = await openTwo()
  const agent = await two.farAgent('theo')
  const visitor = await two.app.visitor()
  await agent.receive('new_chat_session')
  await two.app.chat.drain()
  await visitor.receive('server_draining')
  expect(await visitor.closed).toBe(1012)
  await expect(two.app.connect()).rejects.toThrow('refused with 503')
  const back = await two.connect()
  back.send({ type: 'visitor_join', visitorInfo: ada, visitorId: visitor.visitorId, lastSeq: 0 })
  expect(await back.receive('session_created')).toMatchObject({ status: 'waiting', resumed: true })
  await two.app.db.execute(
    sql`update chat_connections set lease_until = now() - interval '1 second'
      where id = ${two.app.deps.pubSub.instanceId}`,
  )
  await two.far.sweep()
  await agent.flush()
  expect(agent.receivedTypes()).not.toContain('user_disconnected')
})

test('visitors learn of an agent at the other instance, even without a notification', async () => {
  await using two = await openTwo()
  const reader = await two.connect()
  const agent = await two.app.agent()
  await reader.receive('availability', ({ available }) => available)
  two.bus.isSilent = true
  await agent.close()
  await two.app.db.execute(sql`delete from chat_connections where role = 'admin'`)
  await two.far.sweep()
  await reader.receive('availability', ({ available }) => !available)
})

test('foreign messages on the topic have no effect', async () => {
  await using two = await openTwo()
  const agent = await two.farAgent('theo')
  const forged = openPubSub(two.bus.broker)
  const broker = two.bus.broker(() => {})
  const texts = ['', 'null', '{"v":1}', '{"v":2,"from":"x","nudges":[]}', 'x'.repeat(1_000_000)]
  for (const text of texts) await broker.send(text)
  forged.publish({ kind: 'chat', ids: ['01a1f904-ccfd-7ae2-b26f-4793b12995ef'] })
  forged.publish({ kind: 'delivered', ids: ['01a1f904-ccfd-7ae2-b26f-4793b12995ef'] })
  forged.publish({ kind: 'revoke' })
  forged.publish({ kind: 'agents' })
  await agent.flush()
  expect(agent.receivedTypes()).toEqual([
    'connection_established',
    'availability',
    'admin_connected',
    'inbox_changed',
    'active_sessions',
    'pong',
  ])
  await forged.close()
})

test('clocks of instances that are ten minutes apart change no order, no time and no session (R16)', async () => {
  await using two = await openTwo()
  const { app } = two
  const [near, far] = [await app.agent('agent', 'mara'), await two.farAgent('theo')]
  const visitor = await app.visitor()
  const { sessionId } = visitor
  for (const agent of [near, far]) {
    agent.send({ type: 'join_session', sessionId, adminId: agent.id })
    await agent.receive('session_history')
  }
  const databaseTime = async () => {
    const { rows } = await app.db.execute<{ ms: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    )
    return rows[0]?.ms ?? 0
  }
  const [began, now] = [await databaseTime(), Date.now()]
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (let n = 0; n < 6; n++) {
      vi.setSystemTime(now + (n % 2 === 0 ? -5 : 5) * 60_000)
      const speaker = n % 2 === 0 ? near : far
      speaker.send({ type: 'send_message', sessionId, content: `${n}` })
      await visitor.receive('new_message', ({ message }) => message.content === `${n}`)
      expect((await speaker.person.call(auth.me, {})).user.id).toBe(speaker.id)
    }
  } finally {
    vi.useRealTimers()
  }
  const ended = await databaseTime()
  for (const agent of [near, far]) {
    await agent.receive('new_message', ({ message }) => message.content === '5')
    expect(agent.contents().filter((text) => /^\d$/.test(text))).toEqual([...'012345'])
  }
  const times = visitor.received.flatMap((frame) =>
    frame.type === 'new_message' && /^\d$/.test(frame.message.content)
      ? [Date.parse(frame.message.sentAt)]
      : [],
  )
  expect(times).toHaveLength(6)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(times[0]).toBeGreaterThanOrEqual(Math.floor(began))
  expect(times[5]).toBeLessThanOrEqual(Math.ceil(ended))
})
