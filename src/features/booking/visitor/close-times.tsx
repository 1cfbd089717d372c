import { useHydrated } from '#web/ui/browser-state.ts'
import { cityOf, dayIn, timeIn } from './times.ts'

type Props = {
  /** Why the time cannot be booked, in a sentence. */
  why: string
  starts: readonly string[]
  zone: string
  chosen: string
  onChoose: (start: string) => void
}

/** Free times near one that somebody else has just taken. */
export function CloseTimes({ why, starts, zone, chosen, onChoose }: Props) {
  const isScripted = useHydrated()
  return (
    <fieldset className="close-times">
      <legend>
        {why} {starts.length > 0 ? 'These times are close:' : 'Please choose another time.'}
      </legend>
      {starts.map((start) => (
        <label key={start} className="close-time">
          <input
            type="radio"
            className="radio"
            name={isScripted ? 'start close' : 'start'}
            value={start}
            checked={chosen === start}
            aria-label={`${dayIn(zone, start)}, ${timeIn(zone, start)}, ${cityOf(zone)}`}
            onChange={() => onChoose(start)}
          />
          <time dateTime={start}>
            {dayIn(zone, start)}, {timeIn(zone, start)}
          </time>
        </label>
      ))}
    </fieldset>
  )
}
