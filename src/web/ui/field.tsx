import { CircleAlert } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useId,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import { Icon } from './icon.tsx'

export type FieldControl = {
  id?: string
  required?: boolean
  'aria-describedby'?: string
  'aria-invalid'?: true
}

const FieldContext = createContext<FieldControl | null>(null)

/** Props for the control from the surrounding Field; only an id outside a Field. */
export function useField(): FieldControl {
  const id = useId()
  return useContext(FieldContext) ?? { id }
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /**
   * Shows an asterisk and sets `required`; forms use noValidate, so the browser shows no messages.
   */
  required?: boolean
  /** Appends "(optional)" to the label. */
  optional?: boolean
  hideLabel?: boolean
  id?: string
  className?: string
  children: ReactNode
}

/** Associates label, hint and error with the control inside. */
export function Field({
  label,
  hint,
  error: refusal,
  required,
  optional,
  hideLabel,
  id,
  className,
  children,
}: FieldProps) {
  const generated = useId()
  const [unfinished, setUnfinished] = useState(false)
  // Partial input, such as half a date, which scripts see as an empty value.
  const check = ({ target }: SyntheticEvent) =>
    setUnfinished((target as HTMLInputElement).validity?.badInput)
  const error = unfinished ? 'Complete this or clear it' : refusal
  const controlId = id ?? generated
  const control: FieldControl = {
    id: controlId,
    required,
    'aria-describedby': describedBy(controlId, hint, error),
    'aria-invalid': error ? true : undefined,
  }
  const small = useSize() === 'sm'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what its control says.
    <div
      className={classNames('field', small && 'text-sm-density', className)}
      onInvalidCapture={check}
      onInputCapture={check}
      onBlur={check}
    >
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'field-label'}>
        <Marked label={label} required={required} optional={optional} />
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldError id={`${controlId}-error`} message={error} />
      {hint && (
        <p id={`${controlId}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

type FieldsetProps = {
  legend: ReactNode
  hint?: ReactNode
  error?: string
  required?: boolean
  optional?: boolean
  hideLegend?: boolean
  disabled?: boolean
  id?: string
  className?: string
  children: ReactNode
}

/** Native group with a legend; its hint and error describe the whole group. */
export function Fieldset({
  legend,
  hint,
  error,
  required,
  optional,
  hideLegend,
  disabled,
  id,
  className,
  children,
}: FieldsetProps) {
  const generated = useId()
  const groupId = id ?? generated
  const small = useSize() === 'sm'
  return (
    <fieldset
      id={groupId}
      disabled={disabled}
      aria-describedby={describedBy(groupId, hint, error)}
      className={classNames('min-w-0', small && 'text-sm-density', className)}
    >
      <legend className={hideLegend ? 'sr-only' : 'field-label mb-1.5'}>
        <Marked label={legend} required={required} optional={optional} />
      </legend>
      {hint && (
        <p id={`${groupId}-hint`} className="field-hint mb-2">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${groupId}-error`} message={error} />
    </fieldset>
  )
}

function Marked({
  label,
  required,
  optional,
}: {
  label: ReactNode
  required?: boolean
  optional?: boolean
}) {
  return (
    <>
      {label}
      {required && (
        <span className="field-star" aria-hidden="true">
          {' *'}
        </span>
      )}
      {optional && <span className="field-note"> (optional)</span>}
    </>
  )
}

function FieldError({ id, message }: { id: string; message?: string }) {
  if (!message) return null
  return (
    <p id={id} className="field-error">
      <Icon icon={CircleAlert} size={16} />
      {message}
    </p>
  )
}

function describedBy(id: string, hint: ReactNode, error?: string): string | undefined {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
