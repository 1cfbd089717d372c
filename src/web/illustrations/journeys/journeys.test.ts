import { expect, test } from 'vitest'
import { seedServices } from '../../../features/content/services/seed.server.ts'
import { journeySeconds, type Leg } from './journey.ts'
import { journeyOf } from './service-journeys.ts'

const journeys = seedServices.map(({ slug }) => ({ slug, journey: journeyOf(slug) }))

/** Start and end of path data with M, H, V, h, v, a commands. */
function endsOf({ path }: Leg): { from: string; to: string } {
  let [x, y] = [0, 0]
  let from = ''
  for (const [, command = '', given = ''] of path.matchAll(/([MHVhva])([^MHVhva]*)/g)) {
    const numbers = (given.match(/-?[\d.]+/g) ?? []).map(Number)
    const [first = 0, second = 0] = numbers
    if (command === 'M') [x, y] = [first, second]
    if (command === 'H') x = first
    if (command === 'V') y = first
    if (command === 'h') x += first
    if (command === 'v') y += first
    if (command === 'a') [x, y] = [x + (numbers[5] ?? 0), y + (numbers[6] ?? 0)]
    from ||= `${x} ${y}`
  }
  return { from, to: `${x} ${y}` }
}

test.each(journeys)('the documents of $slug travel without a jump', ({ journey }) => {
  const starts = journey.waiting.map((place) => place.join(' '))
  for (const { legs, rests } of journey.travellers) {
    const ends = legs.map(endsOf)
    expect(starts).toContain(ends[0]?.from)
    expect(ends.at(-1)?.to).toBe(rests.join(' '))
    for (const [index, { to }] of ends.slice(0, -1).entries())
      expect(ends[index + 1]?.from).toBe(to)
  }
})

test.each(journeys)('the journey of $slug is over in time, in order', ({ journey }) => {
  for (const { legs, before } of journey.travellers) {
    const moments = legs.flatMap(({ from, to }) => [from, to])
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    expect(moments.at(-1)).toBeLessThanOrEqual(journeySeconds)
    for (const { until } of before) expect(until).toBeLessThan(journeySeconds)
  }
  expect(journey.record.lines).toHaveLength(journey.printedAt.length)
  expect(journey.printedAt).toEqual(journey.printedAt.toSorted((one, other) => one - other))
})

test('each service has a journey of its own, with a person in it', () => {
  expect(new Set(journeys.map(({ journey }) => journey)).size).toBe(journeys.length)
  for (const { journey } of journeys) {
    expect(journey.stops.some(({ tone }) => tone === 'person')).toBe(true)
  }
  expect(journeyOf('added-later').stops.length).toBeGreaterThan(4)
})
