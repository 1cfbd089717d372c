import { expect, test } from 'vitest'
import { seedServices } from '#features/content/services/seed.server.ts'
import { heroJourneys } from './home-journeys.ts'
import type { Journey } from './journey.ts'
import { motions } from './motions.ts'
import { coversOf, journeySeconds } from './play-journey.ts'
import { journeyOf } from './service-journeys.ts'

const ofServices = seedServices.map(({ slug }) => ({ slug, journey: journeyOf(slug) }))
const journeys = [
  ...ofServices,
  ...heroJourneys.map((journey) => ({ slug: journey.subject, journey })),
]

/** Start and end of path data with M, H, V, h, v, a commands. */
function endsOf(path: string): { from: string; to: string } {
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

function movesOf({ motion, travellers }: Journey) {
  const rests = travellers.split(' ')
  const moves = motions[motion]?.moves ?? []
  expect(moves).toHaveLength(rests.length)
  return moves.map((move, index) => {
    const [x, y, person] = rests[index]?.split(',') ?? []
    return { ...move, rests: `${x} ${y}`, byPerson: person === 'person' }
  })
}

test.each(journeys)('the documents of $slug travel without a jump', ({ journey }) => {
  const starts = journey.waiting.replaceAll(',', ' ')
  for (const { route, rests, times } of movesOf(journey)) {
    const ends = route.slice(0, times.length / 2).map(endsOf)
    expect(starts).toContain(ends[0]?.from)
    expect(ends.at(-1)?.to).toBe(rests)
    for (const [index, { to }] of ends.slice(0, -1).entries())
      expect(ends[index + 1]?.from).toBe(to)
  }
})

test.each(journeys)('the journey of $slug is over in time, in order', ({ journey }) => {
  for (const move of movesOf(journey)) {
    const { times, askedAt, byPerson } = move
    expect(times.length % 2).toBe(0)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.at(-1)).toBeLessThanOrEqual(journeySeconds)
    for (const until of coversOf(move)) expect(until).toBeLessThan(journeySeconds)
    expect(byPerson).toBe(askedAt !== undefined)
  }
  const { printed = [], stops = [] } = motions[journey.motion] ?? {}
  expect(journey.lines).toHaveLength(printed.length)
  expect(journey.stops).toHaveLength(stops.length)
  expect(printed).toEqual(printed.toSorted((one, other) => one - other))
})

test('each service has a journey of its own, with a person in it', () => {
  expect(new Set(ofServices.map(({ journey }) => journey)).size).toBe(ofServices.length)
  for (const { journey } of journeys) {
    expect(journey.stops.some(({ name }) => name === journey.person)).toBe(true)
  }
  expect(journeyOf('added-later').stops.length).toBeGreaterThan(4)
})
