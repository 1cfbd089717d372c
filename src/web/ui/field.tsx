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
import { problemIn } from './refused-input.ts'

export type FieldControl = {
  id?: string
  required?: boolean
  'aria-describedby'?: string
  'aria-invalid'?: true
}

const FieldContext = createContext<FieldControl | null>(null)

/** Outside a Field it returns only an id. */
export function useField(): FieldControl {
  const id = useId()
  return useContext(FieldContext) ?? { id }
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Shows an asterisk. Forms use noValidate, so the browser shows no messages of its own. */
  required?: boolean
  optional?: boolean
  hideLabel?: boolean
  id?: string
  className?: string
  children: ReactNode
}

export function Field(props: FieldProps) {
  const { label, hint, required, optional, hideLabel, id, className, children } = props
  const generated = useId()
  const [problem, setProblem] = useState<string>()
  const check = ({ target }: SyntheticEvent) => setProblem(problemIn(target as Element))
  const error = problem ?? props.error
  const controlId = id ?? generated
  const control: FieldControl = {
    id: controlId,
    required,
    'aria-describedby': describedBy(controlId, hint, error),
    'aria-invalid': error ? true : undefined,
  }
  const small = useSize() === 'sm'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles bubbling events.
    <div
      className={classNames('field', small && 'text-sm-density', className)}
      onInvalidCapture={check}
      // This must not run in the capture phase: rendering then makes a controlled input lose the
      // new text.
      onInput={check}
      onBlur={check}
    >
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'field-label'}>
        <LabelText label={label} required={required} optional={optional} />
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

type FieldsetProps = Omit<FieldProps, 'label' | 'hideLabel'> & {
  legend: ReactNode
  hideLegend?: boolean
  disabled?: boolean
}

export function Fieldset(props: FieldsetProps) {
  const { legend, hint, error, required, optional, id, children } = props
  const generated = useId()
  const groupId = id ?? generated
  const small = useSize() === 'sm'
  return (
    <fieldset
      id={groupId}
      disabled={props.disabled}
      aria-describedby={describedBy(groupId, hint, error)}
      className={classNames('min-w-0', small && 'text-sm-density', props.className)}
    >
      <legend className={props.hideLegend ? 'sr-only' : 'field-label mb-1.5'}>
        <LabelText label={legend} required={required} optional={optional} />
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

function LabelText(props: Pick<FieldProps, 'label' | 'required' | 'optional'>) {
  return (
    <>
      {props.label}
      {props.required && (
        <span className="field-star" aria-hidden="true">
          {' *'}
        </span>
      )}
      {props.optional && <span className="field-note"> (optional)</span>}
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
