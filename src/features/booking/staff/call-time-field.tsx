import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserZone } from '#contract/zone-names.ts'
import { localInput } from '#features/inbox/screens/time-dialog.tsx'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/labeled.tsx'
import { agenda } from '../agenda/contract.ts'
import { dayWords } from './call-words.ts'

/** The longest span that a request may ask for. */
const days = 62

const clock = (start: string) =>
  new Date(start).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })

type TimeFieldProps = {
  id: string
  label: string
  error: string | undefined
  of: { type: string; hostId: string }
  /** A moment that `Date` reads, or ''. */
  value: string
  onChange: (start: string) => void
}

/** A free time of a host, by day; behind it, any time. */
export function CallTimeField({ id, label, error, of, value, onChange }: TimeFieldProps) {
  const [isAny, setAny] = useState(false)
  const [day, setDay] = useState('')
  const { type, hostId } = of
  const zone = browserZone()
  const { data } = useQuery({
    ...query(agenda.slots, { type, hostId, zone, days }),
    enabled: hostId !== '',
  })
  const free = data?.days ?? []
  const shown = free.find((one) => one.day === day) ?? free[0]
  const isOther = isAny || data?.days.length === 0
  const wrong = error === undefined ? {} : { error }
  const other = (
    <TextField
      id={id}
      label={label}
      required
      type="datetime-local"
      min={localInput(new Date())}
      value={value}
      hint="Overrides hours, time off, notice and other calendars. Only a call of the host is in its way."
      onChange={({ target }) => onChange(target.value)}
      {...wrong}
    />
  )
  const choice = (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-4">
      <SelectField
        label="Day"
        value={shown?.day}
        disabled={!shown}
        onChange={({ target }) => {
          setDay(target.value)
          onChange('')
        }}
      >
        {free.map((one) => (
          <option key={one.day} value={one.day}>
            {dayWords(one.day, new Date())}
          </option>
        ))}
      </SelectField>
      <SelectField
        id={id}
        label={label}
        required
        value={value}
        disabled={!shown}
        onChange={({ target }) => onChange(target.value)}
        {...wrong}
      >
        <option value="">Choose…</option>
        {shown?.slots.map(({ start }) => (
          <option key={start} value={start}>
            {clock(start)}
          </option>
        ))}
      </SelectField>
    </div>
  )
  return (
    <div className="grid gap-2">
      {isOther ? other : choice}
      {free.length > 0 && (
        <div>
          <Button
            size="sm"
            variant="quiet"
            className="-ms-3"
            onClick={() => {
              setAny(!isAny)
              onChange('')
            }}
          >
            {isAny ? 'Free Times' : 'Another Time'}
          </Button>
        </div>
      )}
    </div>
  )
}
