import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import type { Ask } from './use-slots.ts'

const TimePicker = lazyComponent(
  async () => (await import('./time-picker.tsx')).TimePicker,
  () => <CenteredSpinner label="Loading times" minHeight="min-h-104" />,
)

type Props = {
  id: string
  label: string
  required?: boolean
  error?: string | undefined
  /** The time in words; while it is '', it is being picked. */
  words: string
  /** In which times are shown at first. */
  zone: string
  /** The day shown at first, such as `2026-12-08`. */
  day?: string
  /** Whose times are asked; another one begins anew. */
  of: string
  ask: Ask
  present?: string | undefined
  onPick: (start: string) => void
  onChange: () => void
}

/** A time in words; Change shows the picker in its place. */
export function PickedTime(props: Props) {
  const { id, label, required, error, words, zone, day, of, ask, present } = props
  const box = useRef<HTMLDivElement>(null)
  // The pressed button is removed, so the focus moves here for the next Tab.
  const stay = () => box.current?.focus()
  return (
    <div ref={box} tabIndex={-1}>
      <Fieldset id={id} legend={label} required={required}>
        {error && <FormMessage>{error}</FormMessage>}
        {words ? (
          <p className="flex flex-wrap items-center gap-x-3">
            <strong>{words}</strong>
            <Button
              size="sm"
              aria-label={`Change ${label.toLowerCase()}`}
              onClick={() => {
                stay()
                props.onChange()
              }}
            >
              Change
            </Button>
          </p>
        ) : (
          <TimePicker
            key={of}
            ask={ask}
            first={null}
            zone={zone}
            day={day}
            present={present}
            onPick={(start) => {
              stay()
              props.onPick(start)
            }}
          />
        )}
      </Fieldset>
    </div>
  )
}
