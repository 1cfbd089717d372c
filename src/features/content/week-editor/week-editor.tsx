import type { WeekInterval } from '#contract/business-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { dayNames } from '../business-hours/format-week.ts'
import { Intervals } from './intervals.tsx'
import './week.css'

/** The hours of each day, with the week as bars beside them. */
export function WeekEditor(props: {
  week: readonly WeekInterval[]
  onChange: (week: WeekInterval[]) => void
  error?: string | undefined
  /** Error of the interval at an index of the week. */
  errorAt?: (index: number) => string | undefined
}) {
  const { week, onChange, error, errorAt } = props
  const ofDay = (day: number) => week.filter((one) => one.day === day)
  function put(day: number, intervals: WeekInterval[]) {
    onChange([...week.filter((one) => one.day !== day), ...intervals])
  }
  function copyMonday() {
    const monday = ofDay(1)
    const weekend = week.filter(({ day }) => day > 5)
    const others = [1, 2, 3, 4, 5].flatMap((day) => monday.map((one) => ({ ...one, day })))
    onChange([...others, ...weekend])
  }
  const errorOf = (interval: WeekInterval | undefined) =>
    interval && errorAt?.(week.indexOf(interval))
  return (
    <div className="grid grid-cols-1 gap-2">
      {dayNames.map((name, index) => {
        const day = index + 1
        const intervals = ofDay(day)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere.
          <div key={name} role="group" aria-label={name} className="hours-day">
            <span className="hours-day-name">{name}</span>
            <DayBar intervals={intervals} />
            <Intervals
              name={name}
              value={intervals}
              errorOf={(place) => errorOf(intervals[place])}
              make={(interval) => ({ ...interval, day })}
              onChange={(next) => put(day, next)}
            />
          </div>
        )
      })}
      {error && <p className="field-error">{error}</p>}
      <p>
        <Button onClick={copyMonday}>Copy Monday to Tuesday–Friday</Button>
      </p>
    </div>
  )
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const dayMinutes = 24 * 60

/** The day from midnight to midnight, with a mark every six hours. */
function DayBar({ intervals }: { intervals: readonly WeekInterval[] }) {
  return (
    <svg
      className="hours-bar"
      viewBox={`0 0 ${dayMinutes} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="hours-bar-day" width={dayMinutes} height={100} />
      {intervals.map(({ opens, closes }) => {
        const [from, to] = [minutes(opens), minutes(closes)]
        return (
          from < to && (
            <rect
              key={`${opens} ${closes}`}
              className="hours-bar-open"
              x={from}
              width={to - from}
              height={100}
            />
          )
        )
      })}
      {[360, 720, 1080].map((mark) => (
        <line key={mark} className="hours-bar-mark" x1={mark} x2={mark} y1={0} y2={100} />
      ))}
    </svg>
  )
}
