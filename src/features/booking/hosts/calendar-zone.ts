import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { clockOf, dayMs, minuteMs } from '#features/content/business-hours/zone-clock.ts'

type Clock = Pick<ICAL.Time, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>

const wallMs = ({ year, month, day, hour, minute, second }: Clock) =>
  Date.UTC(year, month - 1, day, hour, minute, second)

/** A zone that a calendar file defines itself. */
class DefinedZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    const offset = super.utcOffset(time)
    // The library does not know the offset before the first change, but that change records it.
    const [first] = this.changes as (Clock & { prevUtcOffset: number })[]
    if (!first) return offset
    const isBefore = wallMs(time) < wallMs(first) + first.prevUtcOffset * 1000
    return isBefore ? first.prevUtcOffset : offset
  }
}

/** A zone of the runtime's time zone database. */
class NamedZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    const local = wallMs(time)
    const date = Math.floor(local / dayMs)
    const instant = clockOf(this.tzid, date)((local - date * dayMs) / minuteMs, false)
    return (local - instant) / 1000
  }
}

/** A zone that cannot be identified. Its times are read as UTC and may be off by up to a day. */
export const unknownZone = new NamedZone({ tzid: 'UTC' })

function isKnown(name: string): boolean {
  try {
    return Boolean(clockOf(name, 0))
  } catch {
    return false
  }
}

/**
 * Finds a zone by its IANA or Windows name, also after a prefix such as `/citadel.org/20210210_1/`.
 */
export function namedZone(tzid: string): ICAL.Timezone {
  const parts = tzid.split('/')
  const names = parts.map((_, at) => parts.slice(at).join('/'))
  const found = names.flatMap((name) => [name, ...findIana(name).slice(0, 1)]).find(isKnown)
  return found ? new NamedZone({ tzid: found }) : unknownZone
}

/** The zones that a calendar file defines itself, by their names in it. */
function definedZones(calendar: ICAL.Component): Map<string, ICAL.Timezone> {
  const zones = new Map<string, ICAL.Timezone>()
  for (const component of calendar.getAllSubcomponents('vtimezone')) {
    const zone = new DefinedZone(component)
    try {
      zone.utcOffset(ICAL.Time.now())
      if (zone.changes.length > 0) zones.set(zone.tzid, zone)
    } catch {
      // The definition is unusable, but its name may still be known.
    }
  }
  return zones
}

export type FindZone = (tzid: string | undefined) => ICAL.Timezone

/**
 * Finds the zones of a calendar file: its own, or else those known by their names.
 *
 * @param otherZone the zone of times without one.
 */
export function zonesOf(calendar: ICAL.Component, otherZone: string): FindZone {
  const defined = definedZones(calendar)
  const named = new Map<string, ICAL.Timezone>()
  return (tzid) => {
    const own = tzid && defined.get(tzid)
    if (own) return own
    const name = tzid || otherZone
    const zone = named.get(name) ?? namedZone(name)
    named.set(name, zone)
    return zone
  }
}
