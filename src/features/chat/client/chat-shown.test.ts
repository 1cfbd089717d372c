import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type ChatTestApp, openChatTestApp } from '#test/harness/chat-app.ts'
import { dialling, heldMemory } from '#test/harness/chat-pairs.ts'
import { holdAnswer } from '#test/harness/statements.ts'
import { origin } from '#test/harness/test-app.ts'
import { chat } from '../protocol/contract.ts'
import { AgentChat, type AgentEvent } from './agent-chat.ts'
import { VisitorChat, type VisitorState } from './visitor-chat.ts'

function openWidget({ url }: ChatTestApp) {
  const visitor = new VisitorChat({
    url,
    dial: dialling(origin, { headers: { 'x-forwarded-for': '10.2.0.1' } }),
    memory: heldMemory(),
    pace: { reconnect: 0 },
  })
  const statuses: string[] = []
  visitor.subscribe(() => {
    const { connection } = visitor.state
    if (statuses.at(-1) !== connection) statuses.push(connection)
  })
  const reaches = (isIt: (state: VisitorState) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => isIt(visitor.state) && resolve()
      visitor.subscribe(look)
      look()
    })
  return { visitor, statuses, reaches, [Symbol.dispose]: () => visitor.close() }
}

test('an opened widget connects before the form is sent, and learns whether an agent is online', async () => {
  await using app = await openChatTestApp({ clock: () => 0 })
  using widget = openWidget(app)
  widget.visitor.show()
  await widget.reaches(
    ({ connection, isAgentThere }) => connection === 'connected' && isAgentThere === false,
  )
  expect(app.chat.roles()).toEqual({ visitor: 0, agent: 0, none: 1 })
  expect(widget.visitor.state.phase).toBe('intro')
  await app.agent()
  await widget.reaches(({ isAgentThere }) => isAgentThere === true)
  widget.visitor.start({ name: 'Ada', email: 'ada@n.example', company: '' })
  await widget.reaches(({ phase }) => phase === 'waiting')
  expect(app.chat.roles()).toEqual({ visitor: 1, agent: 1, none: 0 })
  expect(widget.statuses).toEqual(['connecting', 'connected'])
})

test('an unused connection that the server closes is made again by sending the form', async () => {
  let now = 0
  await using app = await openChatTestApp({ clock: () => now })
  using widget = openWidget(app)
  widget.visitor.show()
  await widget.reaches(({ connection }) => connection === 'connected')
  // With many idle sockets the server's timeout is shorter.
  const crowd = await Promise.all(Array.from({ length: 100 }, () => app.connect()))
  now = 11_000
  await app.chat.tick()
  await widget.reaches(({ connection }) => connection === 'disconnected')
  await crowd[0]?.closed
  await (await app.connect()).flush()
  expect(widget.statuses).toEqual(['connecting', 'connected', 'disconnected'])
  widget.visitor.start({ name: 'Ada', email: 'ada@n.example', company: '' })
  await widget.reaches(({ phase }) => phase === 'waiting')
})

test('an open widget whose connection is lost connects again, a hidden one does not', async () => {
  await using app = await openChatTestApp({ clock: () => 0 })
  using shown = openWidget(app)
  using hidden = openWidget(app)
  for (const { visitor, reaches } of [shown, hidden]) {
    visitor.show()
    await reaches(({ connection }) => connection === 'connected')
  }
  hidden.visitor.hide()
  await app.chat.drain()
  await hidden.reaches(({ connection }) => connection === 'disconnected')
  await shown.reaches(({ connection }) => connection === 'reconnecting')
  expect(hidden.statuses).toEqual(['connecting', 'connected', 'disconnected'])
})

test('an agent learns of messages that came while the connection was lost, and of one that came with its session', async () => {
  await using app = await openChatTestApp()
  const colleague = await app.agent()
  const { id, person } = colleague
  const dial = dialling(origin, { headers: { cookie: person.cookie ?? '' } })
  const agent = new AgentChat({
    url: app.url,
    adminId: id,
    pace: { reconnect: 0 },
    dial,
  })
  const events: AgentEvent[] = []
  const untilReported = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => events.length >= count && resolve()
      agent.onEvent(look)
      look()
    })
  agent.onEvent((one) => events.push(one))
  const early = await app.visitor()
  const { sessionId } = early
  // Once it is announced, the agent will find it in the list.
  await colleague.receive('new_chat_session')
  const listed = new Promise<void>((resolve) => {
    agent.subscribe(() => agent.state.sessions.length === 1 && resolve())
  })
  agent.connect()
  await listed

  agent.close()
  early.send({ type: 'send_message', sessionId, content: 'Anybody here?', senderType: 'visitor' })
  await early.receive('new_message', ({ message }) => message.senderType === 'visitor')
  const late = await app.visitor()
  late.send({
    type: 'send_message',
    sessionId: late.sessionId,
    content: 'And here?',
    senderType: 'visitor',
  })
  await late.receive('new_message', ({ message }) => message.senderType === 'visitor')
  agent.connect()
  await untilReported(3)
  const kinds = events.map((one) => [
    one.type,
    one.type === 'session' ? one.session.id : one.sessionId,
  ])
  expect(kinds.sort()).toEqual(
    [
      ['message', sessionId],
      ['message', late.sessionId],
      ['session', late.sessionId],
    ].sort(),
  )
  agent.close()
})

test('a chat and a message that come while the list is being read stay in the console', async () => {
  await using app = await openChatTestApp()
  const known = await app.visitor()
  const { id: adminId, person } = await app.agent()
  const dial = dialling(origin, { headers: { cookie: person.cookie ?? '' } })
  const agent = new AgentChat({ url: app.url, adminId, dial })
  const list = holdAnswer(') closed order by')
  agent.connect()
  await list.answered
  known.send({ type: 'send_message', sessionId: known.sessionId, content: 'Anybody here?' })
  await known.receive('new_message')
  const late = await app.visitor()
  // These round trips take longer than announcing the chat.
  for (let n = 0; n < 50; n++) await app.db.execute(sql`select 1`)
  list.release()
  const shown = () => agent.state.sessions.map(({ id, messageCount }) => [id, messageCount])
  await expect.poll(shown).toEqual([
    [late.sessionId, 0],
    [known.sessionId, 1],
  ])
  agent.close()
})

test('counts that were overtaken do not replace newer ones', async () => {
  await using app = await openChatTestApp()
  const { id: adminId, person } = await app.agent()
  const dial = dialling(origin, { headers: { cookie: person.cookie ?? '' } })
  const agent = new AgentChat({ url: app.url, adminId, dial })
  const counts = holdAnswer('one (id)')
  agent.connect()
  await counts.answered
  await app.visitor()
  await expect.poll(() => agent.state.counts.all).toBe(1)
  const { sessions } = agent.state
  counts.release()
  // The list arrives after the counts.
  await expect.poll(() => agent.state.sessions).not.toBe(sessions)
  expect(agent.state.counts.all).toBe(1)
  agent.close()
})

test('an end can be taken back, comes when its time is over, and at once when the agent leaves', async () => {
  await using app = await openChatTestApp()
  const { id: adminId, person } = await app.agent()
  const dial = dialling(origin, { headers: { cookie: person.cookie ?? '' } })
  const open = async (undoMs: number) => {
    const agent = new AgentChat({
      url: app.url,
      adminId,
      pace: { reconnect: 0 },
      dial,
      undoMs,
    })
    const joined = new Promise<void>((resolve) => {
      agent.subscribe(() => agent.state.isJoined && resolve())
    })
    agent.connect()
    await joined
    return agent
  }
  const [patient, prompt] = [await open(60_000), await open(0)]
  const [kept, left, over, late] = await Promise.all([1, 2, 3, 4].map(() => app.visitor()))
  if (!kept || !left || !over || !late) throw new Error('no visitors')

  prompt.endSoon(over.sessionId)
  await over.receive('session_ended')
  expect(prompt.keep(over.sessionId)).toBe(false)

  patient.endSoon(kept.sessionId)
  patient.endSoon(left.sessionId)
  expect(patient.state.ending).toEqual([kept.sessionId, left.sessionId])
  expect(patient.keep(kept.sessionId)).toBe(true)
  patient.close()
  await left.receive('session_ended')
  expect(patient.state.ending).toEqual([])

  // Without a connection, the end is sent on reconnecting.
  prompt.close()
  prompt.endSoon(late.sessionId)
  await new Promise<void>((resolve) => setTimeout(resolve, 0))
  expect(prompt.state.ending).toEqual([late.sessionId])
  prompt.connect()
  await late.receive('session_ended')
  prompt.close()

  const { items } = await person.call(chat.list, { limit: 10 })
  expect(items.map(({ id }) => id)).not.toContain(kept.sessionId)
})

test('an agent who opens a long chat is sent its newest messages, and loads earlier ones on demand', async () => {
  await using app = await openChatTestApp()
  const { id, person } = await app.agent()
  const { sessionId } = await app.visitor()
  await app.db.execute(sql`
    insert into chat_messages (id, session_id, seq, sender_type, sender_key, content)
    select gen_random_uuid(), ${sessionId}, n, 'visitor', 'visitor', 'Text ' || n
    from generate_series(1, 300) n`)
  await app.db.execute(sql`
    update chat_sessions set last_seq = 300, status = 'ended' where id = ${sessionId}`)
  const agent = new AgentChat({
    url: app.url,
    adminId: id,
    dial: dialling(origin, { headers: { cookie: person.cookie ?? '' } }),
    readEarlier: (session, after) => person.call(chat.messages, { id: session, after, limit: 100 }),
  })
  const seqs = () => agent.state.threads[sessionId]?.messages.map(({ seq }) => seq) ?? []
  const from = (first: number) => Array.from({ length: 301 - first }, (_, n) => first + n)
  const opened = new Promise<void>((resolve) => {
    agent.subscribe(() => agent.state.threads[sessionId]?.isReady && resolve())
  })
  agent.select(sessionId)
  agent.connect()
  await opened
  expect(seqs()).toEqual(from(251))
  await Promise.all([agent.loadEarlier(sessionId), agent.loadEarlier(sessionId)])
  expect(seqs()).toEqual(from(151))
  expect(agent.state.threads[sessionId]?.hasEarlier).toBe(true)
  await agent.loadAll(sessionId)
  expect(seqs()).toEqual(from(1))
  expect(agent.state.threads[sessionId]?.hasEarlier).toBe(false)
  agent.close()
})

for (const code of ['not_found', 'invalid', 'conflict', 'forbidden'] as const) {
  test(`a message refused as ${code} is shown as failed at once, and a retry as sending`, async () => {
    await using app = await openChatTestApp()
    const real = dialling(origin, { headers: { 'x-forwarded-for': '10.2.0.2' } })
    const visitor = new VisitorChat({
      url: app.url,
      memory: heldMemory(),
      // A stand-in responds instead of the server; no later frame would show the change.
      dial(url) {
        const socket = real(url)
        const send = socket.send.bind(socket)
        return Object.assign(socket, {
          send(text: string) {
            const { type, clientMessageId } = JSON.parse(text)
            if (type !== 'send_message') return send(text)
            const error = { type: 'error', message: 'No', code, clientMessageId }
            queueMicrotask(() => socket.onmessage?.({ data: JSON.stringify(error) } as never))
          },
        })
      },
    })
    const shown: unknown[] = []
    visitor.subscribe(() => {
      const state = visitor.state.outbox[0]?.state
      if (state !== shown.at(-1)) shown.push(state)
    })
    visitor.start({ name: 'Ada', email: 'ada@n.example', company: '' })
    await new Promise<void>((resolve) => {
      visitor.subscribe(() => visitor.state.phase === 'waiting' && resolve())
    })
    await expect.poll(() => visitor.send('Anybody here?')).toBe(true)
    await expect.poll(() => shown).toEqual(['sending', 'failed'])
    visitor.retry(visitor.state.outbox[0]?.clientMessageId ?? '')
    await expect.poll(() => shown).toEqual(['sending', 'failed', 'sending', 'failed'])
    visitor.close()
  })
}
