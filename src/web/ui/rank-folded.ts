import { foldCase } from '#contract/fold-case.ts'

const wordsOf = (text: string) =>
  foldCase(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/**
 * Filters the entries of a menu, ignoring case and accents: each word of the search must occur
 * within a word of the entry. All matches have the same rank, so that their order is kept.
 */
export function rankFolded(value: string, search: string, keywords: string[] = []): 0 | 1 {
  const words = wordsOf([value, ...keywords].join(' '))
  return wordsOf(search).every((part) => words.some((word) => word.includes(part))) ? 1 : 0
}
