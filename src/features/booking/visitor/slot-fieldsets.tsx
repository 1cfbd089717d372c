import { useHydrated } from '#web/ui/browser-state.ts'
import { dayIn, dayInWords, timesOfDay, zoneInWords } from './times.ts'
import type { Slots } from './use-slots.ts'

export type Choice = { chosen: string; onChoose: (start: string) => void }

type Time = { start: string; label: string }

/**
 * Without script all days share one name, so that choosing a time clears the choice on another day.
 */
function Times(props: Choice & { name: string; zone: string; times: Time[]; present?: string }) {
  const { name, zone, times, present, chosen, onChoose } = props
  return (
    <div className="slot-times">
      {times.map(({ start, label }) => (
        <label key={start} className="slot">
          <input
            type="radio"
            className="radio"
            name={name}
            value={start}
            checked={chosen === start}
            aria-label={`${dayIn(zone, start)}, ${label}, ${zoneInWords(zone)}${start === present ? ', your present time' : ''}`}
            onChange={() => onChoose(start)}
          />
          <time dateTime={start}>{label}</time>
          {start === present && <span className="slot-present">now</span>}
        </label>
      ))}
    </div>
  )
}

/** Each day is a group with one tab stop. `present` is the current time of the call being moved. */
export function SlotFieldsets(props: Choice & { slots: Slots; max?: number; present?: string }) {
  const { slots, max, ...choice } = props
  const isScripted = useHydrated()
  return slots.days.slice(0, max).map(({ day, slots: ofDay }) => (
    <fieldset key={`${slots.zone} ${day}`} className="slot-day">
      <legend>{dayInWords(day)}</legend>
      <Times
        {...choice}
        name={isScripted ? `start ${day}` : 'start'}
        zone={slots.zone}
        times={timesOfDay(slots.zone, ofDay)}
      />
    </fieldset>
  ))
}

/** Free times near one that somebody else has just taken. */
export function CloseTimes(props: Choice & { starts: readonly string[]; zone: string }) {
  const { starts, zone, ...choice } = props
  const isScripted = useHydrated()
  const times = starts.map((start) => {
    const [time] = timesOfDay(zone, [{ start }])
    return { start, label: `${dayIn(zone, start)}, ${time?.label}` }
  })
  return (
    <fieldset className="slot-close">
      <legend>
        Somebody was faster.{' '}
        {starts.length > 0 ? 'These times are close:' : 'Please choose another time.'}
      </legend>
      <Times {...choice} name={isScripted ? 'start close' : 'start'} zone={zone} times={times} />
    </fieldset>
  )
}
