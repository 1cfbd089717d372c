import { useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { browserZone } from '#contract/zone-names.ts'
import { localInput } from '#features/inbox/screens/time-dialog.tsx'
import { browser } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { agenda } from '../agenda/contract.ts'
import { PickedTime } from '../visitor/picked-time.tsx'
import { dateIn } from '../visitor/times.ts'
import { startWords } from './call-words.ts'

type TimeFieldProps = {
  id: string
  label: string
  error: string | undefined
  /** `without` is a call that is being moved. */
  of: { type: string; hostId: string; without?: string }
  /** The present start of that call. */
  present?: string
  /** A moment that `Date` reads, or ''. */
  value: string
  onChange: (start: string) => void
}

/** A free time of a host from the picker that visitors have; behind it, any time. */
export function CallTimeField(props: TimeFieldProps) {
  const { id, label, error, of, present, value, onChange } = props
  const [isAny, setAny] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-2">
      {isAny ? (
        <TextField
          id={id}
          label={label}
          required
          type="datetime-local"
          min={localInput(new Date())}
          value={value}
          hint={`Overrides hours, time off, notice and other calendars, but no other call of the host.${of.without ? ' While a calendar can’t be read, the call waits for it.' : ''}`}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        of.hostId && (
          <PickedTime
            id={id}
            label={label}
            required
            error={error}
            words={value && startWords(value)}
            zone={browserZone()}
            of={`${of.type} ${of.hostId}`}
            ask={(wanted) => call(browser, agenda.slots, { ...of, ...wanted })}
            day={present && dateIn(browserZone(), present)}
            present={present}
            onPick={onChange}
            onChange={() => onChange('')}
          />
        )
      )}
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
    </div>
  )
}
