import { useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { browserZone } from '#contract/zone-names.ts'
import { localInput } from '#features/inbox/screens/time-dialog.tsx'
import { browser } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import { agenda } from '../agenda/contract.ts'
import { startWords } from './call-words.ts'

const TimePicker = lazyComponent(
  async () => (await import('../visitor/time-picker.tsx')).TimePicker,
  () => <CenteredSpinner label="Loading times" minHeight="min-h-104" />,
)

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
  const { type, hostId, without } = of
  const zone = browserZone()
  const wrong = error === undefined ? {} : { error }
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
          hint="Overrides hours, time off, notice and other calendars. Only a call of the host is in its way."
          onChange={({ target }) => onChange(target.value)}
          {...wrong}
        />
      ) : (
        <Fieldset id={id} legend={label} required {...wrong}>
          {value ? (
            <p className="flex flex-wrap items-center gap-x-3">
              <strong>{startWords(value)}</strong>
              <Button size="sm" onClick={() => onChange('')}>
                Change
              </Button>
            </p>
          ) : (
            hostId && (
              <TimePicker
                key={`${type} ${hostId}`}
                ask={(wanted) =>
                  call(browser, agenda.slots, {
                    type,
                    hostId,
                    ...(without && { without }),
                    ...wanted,
                  })
                }
                first={null}
                zone={zone}
                {...(present && { present })}
                onPick={onChange}
              />
            )
          )}
        </Fieldset>
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
