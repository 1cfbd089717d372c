import { expect, test } from 'vitest'
import { fillIn, matchingReplies, wantedReply } from './canned-replies.ts'

const replies = [
  { shortcut: 'hello', text: 'Hello {name}, how can I help?' },
  { shortcut: 'hours', text: 'You reach us {hours}.' },
  { shortcut: 'call', text: 'Shall we talk within the hour?' },
]

test('only a slash that begins the message asks for a reply', () => {
  expect(['/', '/He', 'a /he', '/he is', ''].map(wantedReply)).toEqual([
    '',
    'he',
    undefined,
    undefined,
    undefined,
  ])
})

test('shortcuts that begin so come before replies that hold it anywhere', () => {
  const found = (wanted: string) => matchingReplies(replies, wanted).map(({ shortcut }) => shortcut)
  expect(found('')).toEqual(['hello', 'hours', 'call'])
  expect(found('hou')).toEqual(['hours', 'call'])
  expect(found('zzz')).toEqual([])
})

test('name and hours are filled in, and no gap stays where a name is missing', () => {
  expect(fillIn('Hello {name}, welcome.', 'Ben')).toBe('Hello Ben, welcome.')
  expect(fillIn('Hello {name}, welcome.', '')).toBe('Hello, welcome.')
  expect(fillIn('{hours}', 'Ben')).toBe('9 AM to 6 PM Pacific, Monday to Friday')
})
