import type { ComponentProps, ReactNode } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select, TextArea, TextInput } from '#web/ui/inputs.tsx'
import { useAt } from './use-at.ts'

export type FieldAt = {
  /** Path below the section. */
  at: string
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  optional?: boolean
}

/** From this share of the limit on, the number of characters is shown. */
const countedFrom = 0.75

/** Hint of a field: a warning, the hint itself, and the number of characters when few are left. */
function Hint(props: { warning?: string; hint?: ReactNode; length?: number; limit?: number }) {
  const { warning, hint, length = 0, limit = 0 } = props
  const isCounted = limit > 0 && length >= limit * countedFrom
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0">
        {warning && <span className="block font-medium text-canary-text">{warning}</span>}
        {hint}
      </span>
      {isCounted && (
        <span className="ml-auto tabular-nums">
          {length.toLocaleString()} of {limit.toLocaleString()}
        </span>
      )}
    </span>
  )
}

function useFieldAt<T>(
  { at, label, hint, required, optional }: FieldAt,
  lengthOf?: (value: T) => number,
) {
  const { id, value, error, warning, overridden, limit, set } = useAt<T>(at)
  const length = lengthOf?.(value) ?? 0
  const isCounted = limit !== undefined && length >= limit * countedFrom
  const note = overridden ? `${overridden} on the server overrides this.` : warning
  const field = {
    id,
    label,
    required,
    optional,
    ...(error && { error }),
    hint: (note || hint || isCounted) && (
      <Hint {...(note && { warning: note })} hint={hint} {...(isCounted && { length, limit })} />
    ),
  }
  return { field, value, set }
}

const lengthOf = (text: string | null) => text?.trim().length ?? 0

/** A text of one line. With `orNull`, a blank text is stored as null. */
export function Line(
  props: FieldAt & { orNull?: boolean } & Omit<ComponentProps<'input'>, 'value' | 'onChange'>,
) {
  const { at, label, hint, required, optional, orNull, ...rest } = props
  const about = { at, label, hint, required, optional }
  const { field, value, set } = useFieldAt<string | null>(about, lengthOf)
  return (
    <Field {...field}>
      <TextInput
        {...rest}
        value={value ?? ''}
        onChange={({ target }) => set(orNull ? target.value || null : target.value)}
      />
    </Field>
  )
}

/** A longer text. Enter adds a line only if `severalLines` is set. */
export function Paragraph(props: FieldAt & { rows?: number; severalLines?: boolean }) {
  const { rows = 3, severalLines } = props
  const { field, value, set } = useFieldAt<string>(props, lengthOf)
  return (
    <Field {...field}>
      <TextArea
        rows={rows}
        value={value}
        onChange={({ target }) =>
          set(severalLines ? target.value : target.value.replace(/[\r\n\t]+/g, ' '))
        }
      />
    </Field>
  )
}

/** A blank field is stored as null, which the contract accepts only for optional numbers. */
export function NumberField(props: FieldAt & { min: number; max: number; unit?: string }) {
  const { min, max, unit } = props
  const { field, value, set } = useFieldAt<number | null>(props)
  return (
    <Field {...field}>
      <span className="flex items-center gap-2">
        <TextInput
          type="number"
          inputMode="numeric"
          className="site-number"
          min={min}
          max={max}
          value={value ?? ''}
          onChange={({ target }) => set(target.value === '' ? null : Number(target.value))}
        />
        {unit && <span className="text-ink-2">{unit}</span>}
      </span>
    </Field>
  )
}

export function Choice(
  props: FieldAt & { options: readonly (readonly [value: string, label: string])[] },
) {
  const { field, value, set } = useFieldAt<string>(props)
  return (
    <Field {...field}>
      <Select value={value} onChange={({ target }) => set(target.value)}>
        {props.options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

export function Switch({ at, label, hint }: FieldAt) {
  const { id, value, error, set } = useAt<boolean>(at)
  return (
    <Checkbox
      key={id}
      label={label}
      hint={error ?? hint}
      checked={value}
      onChange={({ target }) => set(target.checked)}
    />
  )
}

/** A calendar day. A blank field is stored as null. */
export function DayField(props: FieldAt) {
  const { field, value, set } = useFieldAt<string | null>(props)
  return (
    <Field {...field}>
      <TextInput
        type="date"
        className="site-day"
        value={value ?? ''}
        onChange={({ target }) => set(target.value || null)}
      />
    </Field>
  )
}

/** A moment, entered in the time zone of the browser. */
export function MomentField(props: FieldAt) {
  const { field, value, set } = useFieldAt<string | null>(props)
  return (
    <Field {...field}>
      <TextInput
        type="datetime-local"
        className="site-moment"
        value={value ? localMoment(value) : ''}
        onChange={({ target }) => set(target.value ? new Date(target.value).toISOString() : null)}
      />
    </Field>
  )
}

/** Formats a moment for `datetime-local`: '2026-11-24T09:00' in local time. */
function localMoment(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
