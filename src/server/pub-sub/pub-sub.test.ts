import { expect, test } from 'vitest'
import { startPostgres } from '#test/harness/postgres-server.ts'
import { postgresBroker } from './postgres-broker.ts'
import { condense, openPubSub, type PubSub, type PubSubMessage, readPacket } from './pub-sub.ts'

const id = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'
const other = '01a1f904-ccfd-7ae2-b26f-4793b12995f0'

test('alone, a published message reaches this instance at once, one for others does not', () => {
  const pubSub = openPubSub()
  const received: PubSubMessage[] = []
  pubSub.on('chat', (message) => received.push(message))
  pubSub.on('chat', () => {
    throw new Error('a listener that fails')
  })
  pubSub.publish({ kind: 'chat', ids: [id] })
  pubSub.publishElsewhere({ kind: 'chat', ids: [other] })
  expect(received).toEqual([{ kind: 'chat', ids: [id] }])
  expect(pubSub.isHealthy()).toBe(true)
})

test('many messages of one kind become few, none longer than a broker can carry', () => {
  const ids = Array.from({ length: 250 }, (_, n) => `${id.slice(0, -4)}${1_000 + n}`)
  const messages = condense([
    ...ids.map((one) => ({ kind: 'chat' as const, ids: [one, id] })),
    { kind: 'content' },
    { kind: 'content' },
    { kind: 'inbox', topics: ['leads'] },
    { kind: 'inbox', topics: ['mail', 'leads'] },
  ])
  expect(messages.filter(({ kind }) => kind === 'content')).toHaveLength(1)
  expect(messages.filter(({ kind }) => kind === 'inbox')).toEqual([
    { kind: 'inbox', topics: ['leads', 'mail'] },
  ])
  const lists = messages.flatMap((message) => (message.kind === 'chat' ? [message.ids] : []))
  expect(lists.map((list) => list.length)).toEqual([100, 100, 51])
  expect(new Set(lists.flat())).toEqual(new Set([...ids, id]))
})

test('rejects packets that are not valid', () => {
  const from = id
  const packets = [
    '',
    '[]',
    '{"v":1}',
    JSON.stringify({ v: 2, from, messages: [] }),
    JSON.stringify({ v: 1, from: 'me', messages: [] }),
    JSON.stringify({ v: 1, from, messages: [{ kind: 'chat', ids: ["1' or 1=1"] }] }),
    JSON.stringify({ v: 1, from, messages: [{ kind: 'message', text: 'Hello' }] }),
  ]
  expect(packets.map(readPacket)).toEqual(packets.map(() => undefined))
  expect(readPacket(JSON.stringify({ v: 1, from, messages: [] }))).toBeDefined()
})

/** Publishes until the other side receives it, because a topic takes a moment to open. */
async function reaches(from: PubSub, to: PubSub): Promise<void> {
  const received = Promise.withResolvers<void>()
  to.on('chat', ({ ids }) => ids.includes(id) && received.resolve())
  const again = setInterval(() => from.publish({ kind: 'chat', ids: [id] }), 50)
  await received.promise
  clearInterval(again)
}

test('PostgreSQL carries messages, also after it was away', async () => {
  await using server = await startPostgres()
  const [one, two] = [
    openPubSub(postgresBroker(server.url)),
    openPubSub(postgresBroker(server.url)),
  ]
  await reaches(one, two)
  await server.restart()
  await reaches(two, one)
  await Promise.all([one.close(), two.close()])
})
