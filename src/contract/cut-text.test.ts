import { expect, test } from 'vitest'
import { cutText, firstOf, fitText, lastOf, type Unit } from './cut-text.ts'

const family = '👩‍👩‍👧‍👦'
const sizes: Record<Unit, (text: string) => number> = {
  utf16: (text) => text.length,
  codePoints: (text) => [...text].length,
  bytes: (text) => new TextEncoder().encode(text).length,
}
const clusters = ['a', 'é', '😀', family, '🇩🇪', '👍🏽', 'क्षि', '각', '\r\n', '1️⃣', 'ö̲']

test('a text is cut between grapheme clusters, at the last place within the limit', () => {
  const text = `${clusters.join('x')}${clusters.join('')}`
  const parts = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  for (const [unit, sizeOf] of Object.entries(sizes) as [Unit, (text: string) => number][]) {
    // The loop starts where the largest cluster fits.
    for (let max = sizeOf(family); max <= sizeOf(text) + 1; max++) {
      let expected = ''
      for (const part of parts) {
        if (sizeOf(expected + part) > max) break
        expected += part
      }
      expect([unit, max, cutText(text, max, unit)]).toEqual([unit, max, expected])
    }
  }
})

test('a cluster that is larger than the limit is cut between code points', () => {
  expect(cutText(`a${'\u0301'.repeat(300)}`, 200)).toBe(`a${'\u0301'.repeat(199)}`)
  expect(cutText('😀😀', 1)).toBe('')
  expect(cutText(family, 4)).toBe('👩\u200d')
  expect(cutText(family, 5, 'bytes')).toBe('👩')
  expect(cutText('abc', 0)).toBe('')
  expect(cutText('abc', -3)).toBe('')
})

test('dots follow only where something was cut off', () => {
  expect(firstOf('abcde', 5)).toBe('abcde')
  expect(firstOf('abcdef', 5)).toBe('abcde...')
  expect(firstOf('ab cdef', 3)).toBe('ab...')
  expect(firstOf('😀😀😀', 2, 'codePoints')).toBe('😀😀...')
  expect(fitText('abcdef', 6)).toBe('abcdef')
  expect(fitText('abcdefg', 6)).toBe('abc...')
  expect(fitText(`${'A'.repeat(190)}${family}`, 200)).toBe(`${'A'.repeat(190)}...`)
  expect(sizes.bytes(fitText('ж'.repeat(400), 255, 'bytes'))).toBe(255)
})

test('the end of a text begins with a whole cluster', () => {
  expect(lastOf('abc', 3)).toBe('abc')
  expect(lastOf('abcd', 3)).toBe('bcd')
  expect(lastOf(`x${family}ab`, 5)).toBe('ab')
  expect(lastOf(`x${family}ab`, family.length + 2)).toBe(`${family}ab`)
})
