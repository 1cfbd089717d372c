import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { nextOpening } from '#features/content/business-hours/business-minutes.ts'
import { formatHours, formatReturn } from '#features/content/business-hours/office-hours.ts'
import { isOpen } from '#features/content/business-hours/open-hours.ts'
import { elapsed, elapsedInWords } from './elapsed.ts'
import { conversationOf, dayName, groupMessages, type Message } from './message.ts'
import { transcriptOf } from './transcript.ts'

function messageAt(at: string, by: Partial<Message> = {}): Message {
  return {
    key: at,
    senderType: 'visitor',
    senderId: 'v',
    senderName: '',
    messageType: 'text',
    content: `at ${at}`,
    sentAt: `2026-11-20T${at}:00.000Z`,
    progress: 'sent',
    ...by,
  }
}

test('messages of one sender form a group until a pause, another sender or a notice', () => {
  const notice = { senderType: 'system', messageType: 'system_notification' } as const
  const grouped = groupMessages([
    messageAt('12:00'),
    messageAt('12:02'),
    messageAt('12:05'),
    messageAt('12:05', { key: 'a', senderType: 'admin', senderId: 'mara' }),
    messageAt('12:06', { key: 'b', senderType: 'admin', senderId: 'ben' }),
    messageAt('12:06', { key: 'c', ...notice }),
    messageAt('12:06', { key: 'd', senderType: 'admin', senderId: 'ben' }),
  ])
  expect(grouped.map(({ first, last }) => `${first ? '<' : '-'}${last ? '>' : '-'}`)).toEqual([
    '<-',
    '->',
    '<>',
    '<>',
    '<>',
    '<>',
    '<>',
  ])
  expect(grouped.map(({ opensDay }) => opensDay)).toEqual([true, ...Array(6).fill(false)])
})

test('days are named from where the reader stands', () => {
  const now = new Date('2026-11-21T12:00:00')
  expect(dayName('2026-11-21T08:00:00', now)).toBe('Today')
  expect(dayName('2026-11-20T08:00:00', now)).toBe('Yesterday')
  expect(dayName('2026-11-02T08:00:00', now)).toContain('2026')
})

test('elapsed time is minutes and seconds, past the hour too and never below zero', () => {
  const from = '2026-11-20T12:00:00.000Z'
  const after = (seconds: number) => Date.parse(from) + seconds * 1000
  expect([-5, 0, 72, 3725].map((seconds) => elapsed(from, after(seconds)))).toEqual([
    '0:00',
    '0:00',
    '1:12',
    '62:05',
  ])
  expect(elapsedInWords(from, after(72))).toBe('1 minute 12 seconds')
  expect(elapsedInWords(from, after(1))).toBe('1 second')
  expect(elapsedInWords(from, after(120))).toBe('2 minutes')
  expect(elapsedInWords(from, after(3725))).toBe('1 hour')
  expect(elapsedInWords(from, after(92_618 * 60))).toBe('64 days')
})

test('the next opening is the next working morning in Pacific time, clock changes included', () => {
  const opening = (at: string) =>
    nextOpening(brand.hours, 'chat', new Date(at))?.opens.toISOString()
  expect(opening('2026-11-21T12:00:00Z')).toBe('2026-11-23T17:00:00.000Z')
  expect(opening('2026-11-20T16:59:30Z')).toBe('2026-11-20T17:00:00.000Z')
  expect(opening('2026-11-20T17:00:00Z')).toBe('2026-11-23T17:00:00.000Z')
  // Pacific time leaves daylight saving on 1 November 2026.
  expect(opening('2026-10-31T02:00:00Z')).toBe('2026-11-02T17:00:00.000Z')
  expect(isOpen(brand.hours, 'chat', new Date('2026-11-20T17:00:00Z'))).toBe(true)
})

test('hours are shown in both time zones, and another day is named', () => {
  const saturday = new Date('2026-11-21T12:00:00Z')
  expect(formatReturn(brand.hours, saturday, 'de-DE', 'Europe/Berlin')).toBe(
    'Back Monday at 9:00 AM Pacific (18:00 your time)',
  )
  expect(formatReturn(brand.hours, saturday, 'en-US', 'Asia/Tokyo')).toBe(
    'Back Monday at 9:00 AM Pacific (Tuesday 2:00 AM your time)',
  )
  const early = new Date('2026-11-20T14:00:00Z')
  expect(formatReturn(brand.hours, early, 'en-US', 'America/New_York')).toBe(
    'Back today at 9:00 AM Pacific (12:00 PM your time)',
  )
  expect(formatReturn(brand.hours, early, 'en-US', 'Asia/Tokyo')).toBe(
    'Back Friday at 9:00 AM Pacific (Saturday 2:00 AM your time)',
  )
  expect(formatHours(brand.hours, saturday, 'en-US', 'Europe/Berlin')).toBe(
    '9:00 AM to 6:00 PM Pacific (6:00 PM to 3:00 AM your time), Monday to Friday',
  )
})

test('pending messages come after stored ones, and keep their key when stored', () => {
  const pending = {
    clientMessageId: 'c1',
    content: 'Hi',
    sentAt: '2026-11-20T12:00:00.000Z',
    state: 'sending',
  } as const
  const stored = {
    id: 'm1',
    sessionId: 's',
    seq: 1,
    senderType: 'visitor',
    senderId: 'v',
    messageType: 'text',
    content: 'Hi',
    sentAt: '2026-11-20T12:00:01.000Z',
    deliveredAt: null,
    clientMessageId: 'c1',
  } as const
  const before = conversationOf([], [pending], 'visitor')
  const after = conversationOf([stored], [], 'visitor')
  expect(before.map(({ key, progress }) => [key, progress])).toEqual([['c1', 'sending']])
  expect(after.map(({ key, progress }) => [key, progress])).toEqual([['c1', 'sent']])
  expect(conversationOf([stored], [], 'visitor')[0]).toBe(after[0])
  const delivered = { ...stored, deliveredAt: '2026-11-20T12:00:02.000Z' }
  expect(conversationOf([delivered], [], 'visitor')[0]?.progress).toBe('delivered')
})

test('a transcript names who spoke and when, and leaves notices as they are', () => {
  const text = transcriptOf(
    [
      messageAt('12:00', { content: 'Hi' }),
      messageAt('12:01', { senderType: 'system', content: 'Chat session has ended' }),
    ],
    () => 'Ben',
  )
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^\[.*2026.*] Ben: Hi$/),
    expect.stringMatching(/^\[.*2026.*] Chat session has ended$/),
  ])
})
