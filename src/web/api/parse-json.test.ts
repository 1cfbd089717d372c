import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const padding = 'x'.repeat(50_000)

test('a long list comes out as JSON.parse would have it, whatever its texts contain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 20 }), async (values) => {
      const text = JSON.stringify([
        ...values.map((value) => ({ value, padding: `${padding}],{"\\` })),
        ...Array.from({ length: 12 }, () => [padding, '\\"', { deep: [values] }]),
      ])
      expect(text.length).toBeGreaterThan(500_000)
      expect(await parseJson(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 20 },
  )
})

test('short answers and objects are parsed at once', async () => {
  expect(await parseJson('[]')).toEqual([])
  const long = JSON.stringify({ long: padding.repeat(12) })
  expect(await parseJson(long)).toEqual({ long: padding.repeat(12) })
})

test('a list that was cut off is an error', async () => {
  const text = JSON.stringify(Array.from({ length: 20 }, () => padding))
  for (const cut of [text.slice(0, -1), text.slice(0, -2), text.slice(0, 600_000)]) {
    await expect(parseJson(cut)).rejects.toThrow(SyntaxError)
  }
})
