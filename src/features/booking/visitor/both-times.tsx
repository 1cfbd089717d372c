import { useFirm } from '#web/firm.ts'
import { cityOf, dayIn, hoursBetween, placeOf, timeIn } from './times.ts'

type Props = { start: string; zone: string; isOff?: boolean }

/** When a call is in the visitor's zone and, where its clocks differ, in the firm's. */
export function BothTimes({ start, zone, isOff = false }: Props) {
  const { timeZone } = useFirm().hours
  const day = dayIn(zone, start)
  const theirDay = dayIn(timeZone, start)
  const Mark = isOff ? 's' : 'span'
  return (
    <p className="meeting-when">
      <time dateTime={start}>
        <Mark className="meeting-day">{day}</Mark>{' '}
        <Mark className="meeting-hour">{timeIn(zone, start)}</Mark>
      </time>{' '}
      <small>
        {placeOf(zone, start)}
        {hoursBetween(zone, timeZone, start) > 0 && (
          <>
            <br />
            {theirDay !== day && `${theirDay}, `}
            {timeIn(timeZone, start)} in {cityOf(timeZone)}
          </>
        )}
      </small>
    </p>
  )
}
