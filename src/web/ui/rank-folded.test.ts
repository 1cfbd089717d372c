import { expect, test } from 'vitest'
import { rankFolded } from './rank-folded.ts'

test('each word of a search begins a word of the entry, without regard to case and accents', () => {
  const finds = (search: string) => rankFolded('Convert inquiry…', search, ['Zoë', 'log out']) === 1
  expect(['conv', 'INQ con', 'ZOË', 'out', ' ', 'zoë inq'].filter(finds)).toHaveLength(6)
  expect(['cinq', 'nvert', 'con x', 'coniry', 'logout'].filter(finds)).toEqual([])
})
