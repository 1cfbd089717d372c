import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { ada, openChatTestApp } from '#test/harness/chat-app.ts'
import { origin } from '#test/harness/test-app.ts'
import { closeCodes, limits } from '../protocol/constants.ts'

const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
const version = 'Sec-WebSocket-Version: 13'

function exchange(port: number, ...given: (string | Buffer)[]): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks = [...given]
    const received: Buffer[] = []
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      received.push(data)
      socket.write(chunks.shift() ?? '')
    })
    socket.on('close', () => resolve(Buffer.concat(received)))
    socket.write(chunks.shift() ?? '')
  })
}

function request(line = 'GET /ws HTTP/1.1', ...more: string[]): string {
  const headers = ['Host: h', 'Connection: Upgrade', 'Upgrade: websocket', `Origin: ${origin}`]
  return `${[line, ...headers, ...more].join('\r\n')}\r\n\r\n`
}

const handshakes: [string, string, RegExp][] = [
  ['an old version', request(undefined, key, 'Sec-WebSocket-Version: 8'), /^HTTP\/1.1 (400|426)/],
  ['no key', request(undefined, version), /^HTTP\/1.1 400/],
  ['another path', request('GET /wss HTTP/1.1', key, version), /^HTTP\/1.1 404/],
  ['HTTP/1.0', request('GET /ws HTTP/1.0', key, version), /^HTTP\/1.1 (400|404|426)/],
  ['no upgrade', `GET /ws HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`, /^HTTP\/1.1 404/],
  ['another method', request('POST /ws HTTP/1.1', key, version), /^HTTP\/1.1 40[05]/],
]

test.each(handshakes)('a handshake with %s is refused', async (_, bytes, answer) => {
  await using app = await openChatTestApp()
  const { port } = new URL(app.url)
  expect((await exchange(Number(port), bytes)).toString()).toMatch(answer)
})

test('a subprotocol is never agreed on, however long the list of them', async () => {
  await using app = await openChatTestApp()
  const { port } = new URL(app.url)
  const long = `Sec-WebSocket-Protocol: ${Array.from({ length: 900 }, (_, n) => `protocol-${n}`).join(', ')}`
  const goodbye = Buffer.concat([Buffer.from([0x88, 0x80]), Buffer.alloc(4)])
  const received = await exchange(Number(port), request(undefined, key, version, long), goodbye)
  expect(received.toString('latin1')).toMatch(/^HTTP\/1.1 101 /)
  expect(received.toString('latin1').toLowerCase()).not.toContain('sec-websocket-protocol')
})

const mask = Buffer.alloc(4)
const frame = (first: number, length: number, ...rest: Buffer[]) =>
  Buffer.concat([Buffer.from([first, 0x80 | length]), ...rest])

const frames: [string, Buffer, number][] = [
  ['unmasked', Buffer.from([0x81, 0x01, 0x61]), 1002],
  ['with a reserved bit', frame(0xc1, 1, mask, Buffer.from('a')), 1002],
  ['with the opcode 3', frame(0x83, 0, mask), 1002],
  ['with the opcode 11', frame(0x8b, 0, mask), 1002],
  ['that is no UTF-8', frame(0x81, 2, mask, Buffer.from([0xc3, 0x28])), 1007],
  ['a ping of 126 bytes', frame(0x89, 126, Buffer.from([0, 126]), mask, Buffer.alloc(126)), 1002],
  ['a close of one byte', frame(0x88, 1, mask, Buffer.from([3])), 1002],
  ['a close with 1004', frame(0x88, 2, mask, Buffer.from([0x03, 0xec])), 1002],
  ['a close with 999', frame(0x88, 2, mask, Buffer.from([0x03, 0xe7])), 1002],
  ['a ping in pieces', frame(0x09, 0, mask), 1002],
  ['a continuation of nothing', frame(0x80, 1, mask, Buffer.from('a')), 1002],
  ['of 16 KB and one byte', frame(0x81, 126, Buffer.from([0x40, 0x01]), mask), 1009],
  ['of 2^63 bytes', frame(0x81, 127, Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0]), mask), 1009],
  ['in binary', frame(0x82, 1, mask, Buffer.from('a')), 1003],
]

test('a frame that breaks the protocol closes its socket with the right code, and no other', async () => {
  await using app = await openChatTestApp()
  const other = await app.visitor()
  const { port } = new URL(app.url)
  for (const [name, bytes, code] of frames) {
    const received = await exchange(Number(port), request(undefined, key, version), bytes)
    const close = received.lastIndexOf(Buffer.from([0x88]))
    const closeCode = received.readUInt16BE(close + 2)
    expect([name, name === 'of 2^63 bytes' ? [1002, 1009].includes(closeCode) : closeCode]).toEqual(
      [name, name === 'of 2^63 bytes' ? true : code],
    )
  }
  await other.flush()
})

// W08

const nonsense: unknown[] = [
  '[]',
  'null',
  '1',
  '"x"',
  '{',
  '',
  '['.repeat(10_000),
  `{"type":"${'x'.repeat(15_000)}"}`,
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString'].map((type) => ({ type })),
  { type: {} },
  { type: [] },
  { type: 'dance' },
  {},
  { type: 'send_message' },
  { type: 'send_message', sessionId: {}, content: 'x' },
  { type: 'visitor_join', visitorInfo: 'Ada' },
]

test('invalid frames are answered with an error, until there are too many', async () => {
  await using app = await openChatTestApp()
  const client = await app.connect()
  for (const invalid of nonsense) {
    client.send(invalid)
    expect(await client.receive('error')).toMatchObject({ message: expect.any(String) })
  }
  await client.flush()
  client.send('{"__proto__":{"type":"ping"}}')
  client.send('{')
  expect(await client.closed).toBe(closeCodes.policy)
})

test('a number as content is an error, and nothing is stored', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  visitor.send({ type: 'send_message', sessionId: visitor.sessionId, content: 7 })
  expect((await visitor.receive('error')).message).toContain('content')
})

// W09

test('a flood of messages is answered with an error, then with a close', async () => {
  await using app = await openChatTestApp({ clock: () => 0, caps: { queued: 10_000 } })
  const flood = await app.visitor()
  const { sessionId } = flood
  for (let n = 0; n < 1_000; n++) flood.send({ type: 'send_message', sessionId, content: `${n}` })
  expect(await flood.receive('error')).toMatchObject({ code: 'too_many' })
  expect(await flood.closed).toBe(closeCodes.policy)
  expect(flood.contents()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`))
})

test('more frames than can wait close the socket', async () => {
  await using app = await openChatTestApp({ caps: { queued: 4 } })
  const visitor = await app.visitor()
  const { sessionId } = visitor
  for (let n = 0; n < 50; n++) visitor.send({ type: 'send_message', sessionId, content: `${n}` })
  expect(await visitor.closed).toBe(closeCodes.overloaded)
})

test('an address may start ten chats in ten minutes', async () => {
  await using app = await openChatTestApp()
  const address = '203.0.113.5'
  for (let n = 0; n < 10; n++) await (await app.visitor({}, address)).close()
  const client = await app.connect({ 'x-forwarded-for': address })
  client.send({ type: 'visitor_join', visitorInfo: ada })
  expect(await client.receive('error')).toMatchObject({ code: 'too_many' })
})

test('a socket silent for 75 s is dropped, after a ping', async () => {
  let now = 0
  await using app = await openChatTestApp({ clock: () => now })
  const dead = await app.connect()
  const alive = await app.visitor()
  dead.socket.pause()
  for (const second of [26, 52, 78]) {
    now = second * 1_000
    const ponged = new Promise((resolve) => alive.socket.once('ping', resolve))
    await app.chat.tick()
    if (second < 78) await ponged
    await alive.flush()
  }
  dead.socket.resume()
  expect(await dead.closed).toBe(1006)
})

test('a socket that does not join within five minutes is dropped, a joined one is not', async () => {
  let now = 0
  await using app = await openChatTestApp({ clock: () => now })
  const reader = await app.connect()
  const visitor = await app.visitor()
  const agent = await app.agent()
  // Frames keep the sockets alive: silent ones are dropped sooner, for another reason.
  for (const second of [60, 120, 180, 240, 299]) {
    now = second * 1_000
    for (const client of [reader, visitor, agent]) await client.flush()
    await app.chat.tick()
  }
  await reader.flush()
  now = 301_000
  await app.chat.tick()
  expect(await reader.closed).toBe(4408)
  for (const client of [visitor, agent]) await client.flush()
})

test('with many sockets that do not join, each is dropped soon', async () => {
  let now = 0
  await using app = await openChatTestApp({ clock: () => now })
  const reader = await app.connect()
  now = 20_000
  await app.chat.tick()
  await reader.flush()
  const crowd = await Promise.all(Array.from({ length: 101 }, () => app.connect()))
  now = 29_000
  await app.chat.tick()
  await crowd[0]?.flush()
  now = 31_000
  await app.chat.tick()
  expect(await crowd[0]?.closed).toBe(closeCodes.idle)
})

// W20

test('typing is rate-limited, and ends with the connection', async () => {
  let now = 1_000
  await using app = await openChatTestApp({ clock: () => now })
  const agent = await app.agent()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  for (let n = 0; n < 100; n++) {
    now += 10
    visitor.send({ type: 'typing_start', sessionId })
    await visitor.flush()
  }
  await agent.flush()
  const notified = agent.received.filter(({ type }) => type === 'user_typing')
  expect(notified.length).toBeGreaterThan(0)
  expect(notified.length).toBeLessThanOrEqual(5)
  visitor.socket.terminate()
  await agent.receive('user_typing', ({ isTyping }) => !isTyping)
})

const contents: [string, string, string | undefined][] = [
  ['4,000 characters', 'x'.repeat(limits.content), 'stored'],
  ['4,000 emoji', '😀'.repeat(limits.content - 1_000), 'stored'],
  ['4,001 characters', 'x'.repeat(limits.content + 1), 'refused'],
  ['a blank', ' \n ', 'ignored'],
  ['zero-width characters', '\u200B\u2060\uFEFF', 'ignored'],
  ['new lines alone', '\n'.repeat(4_000), 'ignored'],
  ['a NUL', 'a\u0000b', 'refused'],
  ['half an emoji', 'a\ud83d', 'refused'],
]

test.each(contents)('a message of %s', async (_, content, outcome) => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  visitor.send({ type: 'send_message', sessionId: visitor.sessionId, content })
  await visitor.flush()
  const types = visitor.receivedTypes()
  expect(types.includes('new_message')).toBe(outcome === 'stored')
  expect(types.includes('error')).toBe(outcome === 'refused')
})

test('a message is marked as delivered once, and never by its own sender', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  agent.send({ type: 'send_message', sessionId, content: 'Hi' })
  visitor.send({ type: 'send_message', sessionId, content: 'Mine' })
  const own = await visitor.receive('new_message', ({ message }) => message.content === 'Mine')
  const theirs = await visitor.receive('new_message', ({ message }) => message.content === 'Hi')
  for (const { message } of [theirs, theirs, own]) {
    visitor.send({ type: 'mark_message_delivered', messageId: message.id })
  }
  await visitor.flush()
  await agent.flush()
  const notified = agent.received.filter(({ type }) => type === 'message_delivered')
  expect(notified).toMatchObject([{ messageId: theirs.message.id }])
})

test('a reader who does not read is dropped, and resumes with everything in order', async () => {
  await using app = await openChatTestApp({
    pace: { agentBurst: 10_000 },
    caps: { queued: 2_000, frame: 65_536 },
  })
  const agent = await app.agent()
  const slow = await app.visitor()
  const { sessionId, visitorId } = slow
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  await slow.receive('admin_joined')
  slow.socket.pause()
  // Eight megabytes exceed the buffers of both ends.
  const many = 500
  for (let n = 0; n < many; n++) {
    agent.send({ type: 'send_message', sessionId, content: `${n} ${'😀'.repeat(3_900)}` })
    // The agent reads, but not megabytes written at once.
    if (n % 25 === 24) await agent.receive('new_message', ({ message }) => message.seq === n + 2)
  }
  slow.socket.resume()
  expect(await slow.closed).toBe(1006)
  const back = await app.connect()
  back.send({ type: 'visitor_join', visitorId, lastSeq: 1 })
  await back.receive('new_message', ({ message }) => message.seq === many + 1)
  expect(back.contents().map((text) => text.split(' ')[0])).toEqual(
    Array.from({ length: many }, (_, n) => `${n}`),
  )
})
