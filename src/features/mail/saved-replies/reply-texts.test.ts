import { expect, test } from 'vitest'
import { fillIn, fillInAll, matchingReplies, unresolvedIn, wantedReply } from './reply-texts.ts'

const replies = [
  { shortcut: 'hello', text: 'Hello {name}, how can I help?' },
  { shortcut: 'hours', text: 'You reach us {hours}.' },
  { shortcut: 'call', text: 'Shall we talk within the hour?' },
]

test('only a slash that begins a line asks for a reply', () => {
  expect(['/', '/He', 'Hello\n/he', 'a /he', '/he is', ''].map(wantedReply)).toEqual([
    '',
    'He',
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

test('in a chat no gap stays where a name is missing', () => {
  expect(fillInAll('Hello {name}, welcome.', { name: 'Ben' })).toBe('Hello Ben, welcome.')
  expect(fillInAll('Hello {name}, welcome.', { name: '' })).toBe('Hello, welcome.')
})

test('in a mail what is not known stays and is named, the link only where it leads nowhere', () => {
  const text = 'Hello {name} of {company}: {link} {link} {reader}'
  const values = { name: 'Ada', company: null }
  expect(fillIn(text, values)).toBe('Hello Ada of {company}: {link} {link} {reader}')
  expect(unresolvedIn(text, values, true)).toEqual(['{company}'])
  expect(unresolvedIn(text, values, false)).toEqual(['{company}', '{link}'])
})
