import { expect, test } from 'vitest'
import { nearPages } from './use-near-pages.ts'

const pagesOf = (...pages: string[]) =>
  pages.map((ids) => ({ items: [...ids].map((id) => ({ id })) }))

test.each([
  ['of what is near all is kept', pagesOf('ab', 'cd'), '', 2],
  ['pages from the first far one on go', pagesOf('ab', 'cd', 'ef', 'gh'), 'efgh', 2],
  ['a page that begins near is kept', pagesOf('ab', 'cd', 'ef'), 'def', 2],
  ['the first page stays', pagesOf('ab', 'cd'), 'abcd', 1],
  ['an empty last page stays', pagesOf('ab', ''), '', 2],
])('%s', (_, pages, far, kept) => {
  expect(nearPages(pages, (id) => far.includes(id))).toBe(kept)
})
