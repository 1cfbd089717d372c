import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { openConcurrencyLimit } from './concurrency-limit.ts'

test('a limited number run at once, the rest in order of arrival, and too long a wait is refused', async () => {
  const limited = openConcurrencyLimit(2, 3, () => new Failure('unavailable', 'Too many.'))
  const begun: number[] = []
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<number>())
  const works = gates.map(({ promise }, number) =>
    limited(() => {
      begun.push(number)
      return promise
    }),
  )
  await expect(works[5]).rejects.toMatchObject({ code: 'unavailable' })
  expect(begun).toEqual([0, 1])
  gates[1]?.reject(new Error('It went wrong'))
  await expect(works[1]).rejects.toThrow('It went wrong')
  expect(begun).toEqual([0, 1, 2])
  for (const [number, { resolve }] of gates.entries()) resolve(number)
  expect(await Promise.all([works[0], works[2], works[3], works[4]])).toEqual([0, 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await limited(async () => 'free again')).toBe('free again')
})
