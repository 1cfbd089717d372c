import type { BusinessHours, OpenInterval, ScheduleName } from '#contract/business-hours.ts'
import { joinIntervals } from './join-intervals.ts'

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
]

/** Turns `09:00` into `9 AM`, `17:30` into `5:30 PM` and `24:00` into `12 AM`. */
function formatTime(time: string): string {
  const hour = Number(time.slice(0, 2))
  const minutes = time.slice(2).replace(':00', '')
  return `${hour % 12 || 12}${minutes} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

export function formatInterval({ opens, closes }: OpenInterval): string {
  if (opens === '00:00' && closes === '24:00') return 'all day'
  return `${formatTime(opens)} to ${formatTime(closes)}`
}

/** Groups consecutive days with the same hours. Days without hours are left out. */
export function dayGroups(
  hours: BusinessHours,
  schedule: ScheduleName,
): { hours: string; days: string }[] {
  const groups: { hours: string; days: string }[] = []
  let previous = ''
  let first = ''
  for (const [index, name] of dayNames.entries()) {
    const ofDay = hours.schedules[schedule].week.filter(({ day }) => day === index + 1)
    const text = joinIntervals(ofDay).map(formatInterval).join(' and ')
    if (text && text === previous)
      groups.splice(-1, 1, { hours: text, days: `${first} to ${name}` })
    else if (text) {
      first = name
      groups.push({ hours: text, days: name })
    }
    previous = text
  }
  return groups
}

/** Returns, for example, '9:30 AM to 6 PM Pacific, Monday to Friday; 10 AM to 2 PM, Saturday'. */
export function formatWeek(hours: BusinessHours, schedule: ScheduleName): string {
  let zone = ` ${hours.zoneLabel}`
  const groups = dayGroups(hours, schedule).map((group) => {
    if (group.hours === 'all day') return `all day, ${group.days}`
    const text = `${group.hours}${zone}, ${group.days}`
    zone = ''
    return text
  })
  return groups.join('; ') || 'closed'
}
