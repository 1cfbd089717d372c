import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'

type About = Pick<ComponentProps<typeof Field>, 'id' | 'label' | 'error'>

type QuantityProps = About & {
  /** The words after the number. */
  after: ReactNode
} & Omit<ComponentProps<typeof TextInput>, keyof About>

/** A number that the label and the words after it make a sentence. */
export function QuantityField({ id, label, error, after, ...input }: QuantityProps) {
  return (
    <Field required label={label} {...(id && { id })} {...(error && { error })}>
      <span className="flex items-center gap-2 whitespace-nowrap">
        <TextInput
          type="number"
          inputMode="numeric"
          min={0}
          className="w-20! flex-none"
          {...input}
        />
        {after}
      </span>
    </Field>
  )
}

const units = { minutes: 1, hours: 60, days: 1_440 }
type Unit = keyof typeof units

/** The largest unit in which the time is a whole number. */
const unitOf = (minutes: number): Unit =>
  (['days', 'hours'] as const).find((unit) => minutes > 0 && minutes % units[unit] === 0) ??
  (minutes === 0 ? 'hours' : 'minutes')

/** A length of time, kept in minutes and entered in the unit that people say. */
export function DurationField(
  props: About & {
    minutes: number
    onChange: (minutes: number) => void
  },
) {
  const { minutes, onChange, ...about } = props
  const [unit, setUnit] = useState(() => unitOf(minutes))
  const shown = minutes / units[unit]
  return (
    <QuantityField
      {...about}
      step="any"
      value={Number.isNaN(shown) ? '' : shown}
      onChange={({ target }) => onChange(target.valueAsNumber * units[unit])}
      after={
        <>
          <Select
            id={`${about.id}-unit`}
            aria-label={`Unit of ${about.label}`}
            className="w-28! flex-none"
            value={unit}
            onChange={({ target }) => {
              const next = target.value as Unit
              setUnit(next)
              onChange(shown * units[next])
            }}
          >
            {Object.keys(units).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
          before
        </>
      }
    />
  )
}
