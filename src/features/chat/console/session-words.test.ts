import { expect, test } from 'vitest'
import type { ChatSession } from '../protocol/protocol.ts'
import { momentOf, timeOf } from '../thread/message.ts'
import { browserName } from './browser-name.ts'
import {
  cardName,
  companyName,
  elapsedOf,
  type Filter,
  filtered,
  inOrder,
  lastMessageLine,
  type Order,
  visitorName,
} from './session-words.ts'

function session(change: Partial<ChatSession>): ChatSession {
  return {
    id: 's',
    status: 'active',
    visitorName: 'Ben Ilves',
    visitorInfo: {
      name: '',
      email: '',
      company: 'Tarn & Co.',
      currentPage: '',
      referrer: '',
      userAgent: '',
    },
    startedAt: '2026-11-20T12:00:00.000Z',
    endedAt: null,
    lastMessage: null,
    lastMessageAt: null,
    messageCount: 0,
    messages: [],
    lastSeq: 0,
    agentId: null,
    agentName: null,
    clientId: null,
    ...change,
  }
}

test('a visitor without a name is called by what is known, else Anonymous', () => {
  const info = { ...session({}).visitorInfo, name: 'Info Name', company: '' }
  expect(visitorName(session({}))).toBe('Ben Ilves')
  expect(visitorName(session({ visitorName: '', visitorInfo: info }))).toBe('Info Name')
  expect(visitorName(session({ visitorName: '' }))).toBe('Anonymous')
  expect(companyName(session({ visitorInfo: info }))).toBe('Unknown Company')
})

test('the last message says who wrote it: the visitor, you, or a colleague by name', () => {
  const line = (senderType: 'visitor' | 'admin', senderId: string) =>
    lastMessageLine(
      session({
        lastMessage: { senderType, senderId, content: 'Hi' },
        agentId: 'mara',
        agentName: 'Mara',
      }),
      'me',
    )
  expect(line('visitor', 'v')).toBe('Visitor: Hi')
  expect(line('admin', 'me')).toBe('You: Hi')
  expect(line('admin', 'mara')).toBe('Mara: Hi')
})

test('the newest running chat comes first, by choice who waits longest', () => {
  const at = (minute: string) => `2026-11-20T12:${minute}:00.000Z`
  const sessions = [
    session({ id: 'old', startedAt: at('00'), lastMessageAt: at('10') }),
    session({ id: 'lively', startedAt: at('01'), lastMessageAt: at('20') }),
    session({ id: 'new', status: 'waiting', startedAt: at('09') }),
    session({ id: 'longest', status: 'waiting', startedAt: at('05') }),
    session({ id: 'gone', status: 'abandoned', lastMessageAt: at('30') }),
    session({ id: 'over', status: 'ended', endedAt: at('31') }),
  ]
  const ids = (order?: Order) => inOrder(sessions, order).map(({ id }) => id)
  expect(ids()).toEqual(['new', 'longest', 'lively', 'old'])
  expect(ids('longest-waiting')).toEqual(['longest', 'new', 'lively', 'old'])
})

test('own chats stand first, and a filter shows those or the waiting ones', () => {
  const at = (minute: string) => `2026-11-20T12:${minute}:00.000Z`
  const sessions = inOrder(
    [
      session({ id: 'own', startedAt: at('00'), agentId: 'me' }),
      session({ id: 'theirs', startedAt: at('01'), agentId: 'mara' }),
      session({ id: 'waits', status: 'waiting', startedAt: at('02') }),
    ],
    'newest',
    'me',
  )
  const ids = (filter: Filter) => filtered(sessions, filter, 'me').map(({ id }) => id)
  expect(ids('all')).toEqual(['own', 'waits', 'theirs'])
  expect(ids('mine')).toEqual(['own'])
  expect(ids('waiting')).toEqual(['waits'])
})

test('a chat lasts m:ss, also beyond an hour; one that is over until its last message', () => {
  const startedAt = '2026-11-20T12:00:00.000Z'
  const now = Date.parse('2026-11-21T14:00:07.000Z')
  const lastMessageAt = '2026-11-20T13:02:05.000Z'
  const time = (more: Partial<ChatSession>) => elapsedOf(session({ startedAt, ...more }), now)
  for (const status of ['active', 'waiting'] as const) {
    expect(time({ status, lastMessageAt })).toBe('1560:07')
  }
  for (const status of ['ended', 'abandoned'] as const) {
    const endedAt = status === 'ended' ? '2026-11-21T13:02:05.000Z' : null
    expect(time({ status, endedAt, lastMessageAt })).toBe('62:05')
    expect(time({ status, endedAt, lastMessageAt: null })).toBe('0:00')
  }
})

test('a card has one name with all that matters', () => {
  const now = Date.parse('2026-11-20T12:01:12.000Z')
  expect(cardName(session({ status: 'waiting' }), 2, now)).toBe(
    'Ben Ilves, Tarn & Co., waiting 1 minute 12 seconds, 2 unread',
  )
})

test('browsers are called by their name, version and system', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  expect(browserName(chrome)).toBe('Chrome 130 on Windows')
  expect(browserName(`${chrome} Edg/130.0.0.0`)).toBe('Edge 130 on Windows')
  expect(browserName(safari)).toBe('Safari 18 on iOS')
  expect(browserName('curl/8')).toBe('curl/8')
})

test('a time of another day has its date, of another year the year as well', () => {
  const now = new Date(2026, 10, 20, 12)
  const at = (...parts: [year: number, month: number, day: number]) =>
    momentOf(new Date(...parts, 14, 5).toISOString(), now)
  expect(at(2026, 10, 20)).toBe(timeOf(new Date(2026, 10, 20, 14, 5).toISOString()))
  expect(at(2026, 10, 12)).toMatch(/12.*05/)
  expect(at(2026, 10, 12)).not.toContain('2026')
  expect(at(2025, 10, 20)).toContain('2025')
})
