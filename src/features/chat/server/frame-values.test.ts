import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ada, type ChatTestApp, openChatTestApp, type RawClient } from '#test/harness/chat-app.ts'
import { ClientFrame, VisitorInfo } from '../protocol/protocol.ts'

type Type = ClientFrame['type']
type Path = readonly [string, string?]

const half = 'half a surrogate pair'
const odd: Record<string, unknown> = {
  NUL: 'a\u0000b',
  [half]: 'a\ud83d',
  [`the other ${half}`]: '\ude00b',
  'too long a text': 'x'.repeat(15_000),
  'too large a number': 1e308,
}

const info = {
  ...ada,
  currentPage: '/',
  userAgent: 'Firefox',
  referrer: 'https://n.example/',
}

type Ids = { sessionId: string; adminId: string; messageId: string }

const samples = ({ sessionId, adminId, messageId }: Ids): Record<Type, object> => ({
  ping: {},
  visitor_join: { visitorInfo: info, visitorId: 'unknown', sessionId, lastSeq: 0 },
  admin_join: { adminId, inboxAt: 0 },
  join_session: { sessionId, adminId, lastSeq: 0, newest: 50 },
  send_message: { sessionId, content: 'Hi', messageType: 'text', clientMessageId: randomUUID() },
  typing_start: { sessionId },
  typing_stop: { sessionId },
  mark_message_delivered: { messageId, messageIds: [messageId] },
  end_session: { sessionId, notes: 'Done' },
  activity: {},
})

/** Invalid values that the server tolerates, as documented in `protocol.ts`. */
function isTaken(type: Type, [field, part = '']: Path, name: string): boolean {
  // An invalid `lastSeq` counts as 0, and an overlong page address is truncated.
  if (field === 'lastSeq') return true
  if (part in info && !(part in ada)) return name === 'too long a text'
  // An id that was never issued is merely unknown, in any format.
  const isUnknownId = type === 'visitor_join' && ['visitorId', 'sessionId'].includes(field)
  return isUnknownId && !name.startsWith('too')
}

const pathsIn = (frame: object): Path[] =>
  Object.keys(frame).flatMap((field): Path[] =>
    field === 'visitorInfo'
      ? [[field], ...Object.keys(info).map((part) => [field, part] as const)]
      : [[field]],
  )

function withValue(frame: object, [field, part]: Path, value: unknown): object {
  if (part) return { ...frame, [field]: { ...info, [part]: value } }
  return { ...frame, [field]: field === 'messageIds' ? [value] : value }
}

test('every field of every frame has a sample', () => {
  const all = samples({ sessionId: '', adminId: '', messageId: '' })
  for (const { shape } of ClientFrame.options) {
    const type = shape.type.value
    expect(Object.keys({ type, ...all[type] }).sort()).toEqual(Object.keys(shape).sort())
  }
  expect(Object.keys(info).sort()).toEqual(Object.keys(VisitorInfo.shape).sort())
})

type Speaker = [string, readonly Type[], (app: ChatTestApp, ids: Ids) => Promise<RawClient>]

const inChat = ['send_message', 'typing_start', 'typing_stop', 'end_session'] as const
let cookie = ''
let visitorId = ''
const speakers: Speaker[] = [
  ['somebody who has not joined', ['visitor_join'], (app) => app.connect()],
  ['a user who has not joined', ['admin_join'], (app) => app.connect({ cookie })],
  ['a visitor', ['mark_message_delivered', ...inChat], (app) => app.visitor({ visitorId })],
  [
    'an agent',
    ['join_session', ...inChat],
    async (app, { adminId }) => {
      const client = await app.connect({ cookie })
      client.send({ type: 'admin_join', adminId })
      await client.receive('active_sessions')
      return client
    },
  ],
]

test.each(speakers)(
  'odd values in any frame of %s are refused without an internal error',
  async (_, types, open) => {
    await using app = await openChatTestApp()
    const agent = await app.agent()
    const visitor = await app.visitor()
    const { sessionId } = visitor
    cookie = agent.person.cookie ?? ''
    visitorId = visitor.visitorId
    agent.send({ type: 'join_session', sessionId, adminId: agent.id })
    const { message } = await visitor.receive('new_message')
    const ids = { sessionId, adminId: agent.id, messageId: message.id }
    const surprises: string[] = []
    for (const type of types) {
      const sample = samples(ids)[type]
      for (const path of pathsIn(sample)) {
        for (const [name, value] of Object.entries(odd)) {
          const client = await open(app, ids)
          client.send({ type, ...withValue(sample, path, value) })
          await Promise.race([client.flush(), client.closed])
          const codes = client.received.flatMap((frame) =>
            frame.type === 'error' ? [frame.code] : [],
          )
          const [code] = codes
          const isRefused = code === 'invalid' || code === 'not_found' || code === 'forbidden'
          if (isRefused === isTaken(type, path, name)) {
            surprises.push(`${name} in ${path.join('.')} of ${type}: ${codes.join() || 'taken'}`)
          }
          await client.close()
        }
      }
    }
    expect(surprises).toEqual([])
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  },
)

test.each(Object.keys(VisitorInfo.shape))(
  'a visitor with a line break or another control character in %s starts no chat',
  async (field) => {
    await using app = await openChatTestApp()
    const client = await app.connect()
    for (const character of ['\n', '\r\n', '\t', '\u0007', '\u001b', '\u0085', '\u2028']) {
      client.send({ type: 'visitor_join', visitorInfo: { ...info, [field]: `a${character}b` } })
      expect((await client.receive('error')).message).toContain(`visitorInfo.${field}`)
    }
    await client.flush()
    expect(client.receivedTypes()).not.toContain('session_created')
  },
)
