import { cityOf, type Moment, offsetOf, zoneName } from './times.ts'

/** All zones to choose from, including the present one, by city. */
export function allZones(present: string): string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present])
  return [...zones].sort((a, b) => cityOf(a).localeCompare(cityOf(b), 'en'))
}

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** Zones whose city, offset or name contains a term; first those that begin with it. */
export function zonesLike(term: string, zones: readonly string[], at: Moment): string[] {
  const wanted = folded(term)
  const ranked = zones.map((zone) => {
    const city = folded(cityOf(zone))
    if (city.startsWith(wanted)) return { zone, rank: 0 }
    if (city.includes(` ${wanted}`)) return { zone, rank: 1 }
    const offset = offsetOf(zone, at)
    if ([offset, offset.replace('GMT', '')].some((one) => one.toLowerCase() === wanted)) {
      return { zone, rank: 2 }
    }
    const name = folded(zoneName(zone, at, 'longGeneric'))
    return { zone, rank: wanted.length > 2 && name.includes(wanted) ? 3 : 4 }
  })
  return ranked
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ zone }) => zone)
}
