import { expect, test } from 'vitest'
import { type ChatHistory, verdictOf } from '../harness/history.ts'

const stored = (...texts: string[]) =>
  texts.map((content, at) => ({ seq: at + 1, content, isNotice: content.startsWith('An agent') }))

const sound: ChatHistory = {
  sent: new Set(['a:1', 'b:1', 'a:2']),
  acknowledged: new Set(['a:1', 'b:1']),
  screens: [
    ['a:1', 'b:1'],
    ['a:1', 'b:1'],
  ],
  stored: stored('An agent has joined the chat', 'a:1', 'b:1'),
}

test('a sound history has no fault', () => {
  expect(verdictOf([sound])).toEqual({
    chats: 1,
    acknowledged: 2,
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
    invented: 0,
    differing: 0,
  })
})

const wrong: [string, Partial<ChatHistory>, object][] = [
  ['lost in the database', { stored: stored('a:1') }, { lost: 1 }],
  ['lost on a screen', { screens: [['a:1'], ['a:1', 'b:1']] }, { lost: 1, differing: 1 }],
  ['doubled', { stored: stored('a:1', 'b:1', 'a:1') }, { doubled: 1 }],
  ['doubled on a screen', { screens: [['a:1', 'b:1', 'b:1']] }, { doubled: 1, differing: 1 }],
  ['out of order', { stored: stored('a:2', 'a:1', 'b:1') }, { outOfOrder: 1 }],
  ['invented', { stored: stored('a:1', 'b:1', 'c:9') }, { invented: 1 }],
  [
    'with a gap',
    { stored: [...stored('a:1'), { seq: 3, content: 'b:1', isNotice: false }] },
    { differing: 1, lost: 0 },
  ],
]

test.each(wrong)('a message %s is found', (_, change, found) => {
  expect(verdictOf([{ ...sound, ...change }])).toMatchObject(found)
})
