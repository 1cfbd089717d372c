import { Button } from '#web/ui/button.tsx'
import { type Day, partsOf, type Time } from './picker-days.ts'
import { cityOf, dayInWords, hoursBetween, timeIn, timesOfDay } from './times.ts'

type Props = {
  day: Day
  zone: string
  /** A second zone, whose times are shown where they differ by more than two hours. */
  beside: string
  present: string | undefined
  /** As radio buttons they wait for the form around them to be sent. */
  as: 'radio' | 'button'
  /** Without it a press sends the form. */
  onPick: ((start: string) => void) | undefined
}

/** The times of a day, in columns, by the parts of the day. */
export function DayTimes(props: Props) {
  const { day, zone } = props
  const { night, parts } = partsOf(zone, day)
  return (
    <>
      {night.length > 0 && (
        <details className="picker-night">
          <summary className="link">
            {night.length === 1 ? '1 earlier time' : `${night.length} earlier times`}, from{' '}
            {timeIn(zone, night[0]?.start ?? '')}
          </summary>
          <Times {...props} times={night} />
        </details>
      )}
      {parts.map(({ name, times }) => (
        <fieldset key={name} className="picker-part">
          <legend>{name}</legend>
          <Times {...props} times={times} />
        </fieldset>
      ))}
    </>
  )
}

function Times({ day, times, zone, beside, present, as, onPick }: Props & { times: Time[] }) {
  const isFar = times.some(({ start }) => hoursBetween(zone, beside, start) > 2)
  const labels = new Map(timesOfDay(zone, day.times).map(({ start, label }) => [start, label]))
  return (
    <div className={isFar ? 'picker-times picker-times-far' : 'picker-times'}>
      {times.map(({ start, isTaken }) => {
        const label = labels.get(start)
        const other = isFar && `${timeIn(beside, start)} in ${cityOf(beside)}`
        const aside = (start === present && 'now') || other
        const shown = aside ? `${label} ${aside}` : label
        const name = `${shown}, ${dayInWords(day.day)}, ${cityOf(zone)}`
        const text = (
          <>
            <time dateTime={start}>{label}</time> {aside && <small>{aside}</small>}
          </>
        )
        if (isTaken) {
          return (
            <span key={start} className="picker-time">
              <s>{label}</s>
              <small>taken</small>
            </span>
          )
        }
        if (as === 'button') {
          return (
            <Button
              key={start}
              type={onPick ? 'button' : 'submit'}
              name="start"
              value={start}
              className="picker-time"
              aria-label={name}
              onClick={() => onPick?.(start)}
            >
              {text}
            </Button>
          )
        }
        return (
          <label key={start} className="btn btn-secondary picker-time">
            <input
              type="radio"
              name="start"
              value={start}
              className="radio picker-radio"
              aria-label={name}
            />
            {text}
          </label>
        )
      })}
    </div>
  )
}
