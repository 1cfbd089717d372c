import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { clockOf, dayMs, minuteMs } from '#features/content/business-hours/zone-clock.ts'

type Clock = Pick<ICAL.Time, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>

const wallMs = ({ year, month, day, hour, minute, second }: Clock) =>
  Date.UTC(year, month - 1, day, hour, minute, second)

/** A zone that a calendar defines. */
class DefinedZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    const offset = super.utcOffset(time)
    // The library knows nothing of the time before the first change, but the change does.
    const [first] = this.changes as (Clock & { prevUtcOffset: number })[]
    if (!first) return offset
    const isBefore = wallMs(time) < wallMs(first) + first.prevUtcOffset * 1000
    return isBefore ? first.prevUtcOffset : offset
  }
}

/** A zone of the machine's database. */
class NamedZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    const local = wallMs(time)
    const date = Math.floor(local / dayMs)
    const instant = clockOf(this.tzid, date)((local - date * dayMs) / minuteMs, false)
    return (local - instant) / 1000
  }
}

/** Its clock is taken for that of UTC; what is in it may be a day earlier or later. */
export const unknownZone = new NamedZone({ tzid: 'UTC' })

function isKnown(name: string): boolean {
  try {
    return Boolean(clockOf(name, 0))
  } catch {
    return false
  }
}

const named = new Map<string, ICAL.Timezone>()

/** By a name of IANA or of Windows, also behind a prefix such as `/citadel.org/20210210_1/`. */
export function namedZone(tzid: string): ICAL.Timezone {
  const parts = tzid.split('/')
  const names = parts.map((_, at) => parts.slice(at).join('/'))
  const found = names.flatMap((name) => [name, ...findIana(name).slice(0, 1)]).find(isKnown)
  const zone = named.get(tzid) ?? (found ? new NamedZone({ tzid: found }) : unknownZone)
  named.set(tzid, zone)
  return zone
}

/** Zones that a calendar defines itself, by their names there. */
export function zonesOf(calendar: ICAL.Component): Map<string, ICAL.Timezone> {
  const zones = new Map<string, ICAL.Timezone>()
  for (const component of calendar.getAllSubcomponents('vtimezone')) {
    const zone = new DefinedZone(component)
    try {
      zone.utcOffset(ICAL.Time.now())
      if (zone.changes.length > 0) zones.set(zone.tzid, zone)
    } catch {
      // Its name may say more than its rules.
    }
  }
  return zones
}
