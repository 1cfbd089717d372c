import { expect, test } from 'vitest'
import { cityOf, hourIn, hoursBetween } from './times.ts'
import { allZones, zonesLike } from './zones.ts'

const at = '2026-12-08T12:00:00Z'
const zones = allZones('UTC')

test.each([
  ['berl', 'Europe/Berlin'],
  ['são p', 'America/Sao_Paulo'],
  ['sao', 'America/Sao_Paulo'],
  ['york', 'America/New_York'],
  ['pacific', 'America/Los_Angeles'],
  ['gmt+9', 'Asia/Tokyo'],
  ['+5:30', 'Asia/Calcutta'],
  ['kolkata', 'Asia/Calcutta'],
])('a search for %s finds %s', (term, zone) => {
  expect(zonesLike(term, zones, at)).toContain(zone)
})

test('no city is shown as an identifier, and none is found for nonsense', () => {
  expect(zones.map(cityOf).filter((city) => /[_/]/.test(city))).toEqual([])
  expect(zonesLike('qqq', zones, at)).toEqual([])
})

test('zones are compared and hours read by their clocks at the time', () => {
  expect(hoursBetween('Europe/Berlin', 'America/Los_Angeles', at)).toBe(9)
  expect(hoursBetween('Europe/Berlin', 'America/Los_Angeles', '2026-03-15T12:00:00Z')).toBe(8)
  expect(hoursBetween('Asia/Kathmandu', 'Asia/Kolkata', at)).toBe(0.25)
  expect(hourIn('Pacific/Auckland', at)).toBe(1)
})
