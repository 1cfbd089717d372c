import { expect, test } from 'vitest'
import { rankFolded } from './rank-folded.ts'

test('each word of a search is within a word of the entry, without regard to case and accents', () => {
  const finds = (search: string) => rankFolded('Convert inquiry…', search, ['Zoë', 'log out']) === 1
  expect(['conv', 'INQ con', 'ZOË', 'out', ' ', 'zoë inq', 'nvert'].filter(finds)).toHaveLength(7)
  expect(['cinq', 'con x', 'coniry', 'logout'].filter(finds)).toEqual([])
})
