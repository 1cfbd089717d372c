import { Plus, X } from 'lucide-react'
import type { OpenInterval } from '#contract/business-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'

const maxIntervals = 4
const step = 300

/** An interval after the last one, or else nine to five. */
function another(intervals: readonly OpenInterval[]): OpenInterval {
  const last = intervals.at(-1)
  if (!last) return { opens: '09:00', closes: '17:00' }
  const hour = Math.min(Number(last.closes.slice(0, 2)) + 1, 23)
  const time = (at: number) => `${String(at).padStart(2, '0')}:00`
  return { opens: time(hour), closes: time(Math.min(hour + 2, 24)) }
}

/**
 * The intervals of one day. Browsers have no 24:00, so closing at 00:00 is the midnight at the end
 * of the day.
 */
export function Intervals<T extends OpenInterval>(props: {
  /** Name of the day, for screen readers. */
  name: string
  value: readonly T[]
  errorOf?: (index: number) => string | undefined
  onChange: (value: T[]) => void
  make: (interval: OpenInterval) => T
}) {
  const { name, value, errorOf, onChange, make } = props
  const put = (index: number, changes: Partial<OpenInterval>) =>
    onChange(value.with(index, { ...(value[index] as T), ...changes }))
  return (
    <div className="hours-intervals">
      {value.length === 0 && <span className="hours-closed text-ink-2">Closed</span>}
      {value.map(({ opens, closes }, index) => {
        const error = errorOf?.(index)
        const common = { type: 'time', step, 'aria-invalid': error ? true : undefined } as const
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: only its position identifies it.
          <span key={index} className="hours-interval">
            <TextInput
              {...common}
              aria-label={`${name}, opens`}
              value={opens}
              onChange={({ target }) => put(index, { opens: target.value })}
            />
            <span aria-hidden="true">to</span>
            <TextInput
              {...common}
              aria-label={`${name}, closes`}
              value={closes === '24:00' ? '00:00' : closes}
              onChange={({ target }) =>
                put(index, { closes: target.value === '00:00' ? '24:00' : target.value })
              }
            />
            <Button
              variant="quiet"
              icon={X}
              aria-label={`Remove ${opens} to ${closes} from ${name}`}
              title="Remove"
              onClick={() => onChange(value.toSpliced(index, 1))}
            />
            {error && <span className="field-error hours-error">{error}</span>}
          </span>
        )
      })}
      {value.length < maxIntervals && (
        <Button
          variant="quiet"
          icon={Plus}
          aria-label={`Add hours to ${name}`}
          title="Add hours"
          onClick={() => onChange([...value, make(another(value))])}
        />
      )}
    </div>
  )
}
