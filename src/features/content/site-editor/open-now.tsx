import type { BusinessHours, ScheduleName } from '#contract/business-hours.ts'
import { nextOpening } from '#features/content/business-hours/business-minutes.ts'
import { formatWeek } from '#features/content/business-hours/format-week.ts'
import { formatHolidays } from '#features/content/business-hours/holiday-lines.ts'
import { isOpen } from '#features/content/business-hours/open-hours.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useSectionForm } from './use-at.ts'

function stateOf(hours: BusinessHours, schedule: ScheduleName, now: Date) {
  const open = isOpen(hours, schedule, now)
  const next = nextOpening(hours, schedule, now)
  if (!next) return { open, text: open ? 'Open now, all day every day' : 'Never open' }
  const opens = next.opens.toLocaleString('en-US', {
    timeZone: hours.timeZone,
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  const text = `${open ? 'Open now' : 'Closed now'}. Next opening: ${opens} ${hours.zoneLabel}`
  return { open, text }
}

/** Whether the hours, while they are typed, are complete enough to be evaluated. */
function isComplete({ timeZone, schedules }: BusinessHours): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    return false
  }
  return [...schedules.chat.week, ...schedules.office.week].every(
    ({ opens, closes }) => opens !== '' && opens < closes,
  )
}

/** Uses the hours as typed. While they are incomplete, it says so. */
export function OpenNow() {
  const hours = useSectionForm().value as BusinessHours
  const now = new Date(useNow())
  if (!isComplete(hours)) {
    return <p className="hours-now text-ink-2">This shows again once the hours are complete.</p>
  }
  return (
    <dl className="hours-now">
      {(['chat', 'office'] as const).map((name) => {
        const { open, text } = stateOf(hours, name, now)
        return (
          <div key={name}>
            <dt className="font-semibold">{hours.schedules[name].label || name}</dt>
            <dd>
              <p className="flex items-baseline gap-2">
                <span className="hours-dot" data-open={open || undefined} aria-hidden="true" />
                {text}
              </p>
              <p className="text-ink-2">{formatWeek(hours, name)}</p>
              {formatHolidays(hours, name, now).map((line) => (
                <p key={line} className="text-ink-2 wrap-anywhere">
                  {line}
                </p>
              ))}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
