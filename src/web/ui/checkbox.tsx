import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <label className={classNames('choice', className)}>
      <input
        type="checkbox"
        id={id}
        className="checkbox"
        aria-describedby={hint ? hintId : undefined}
        {...rest}
      />
      <span>
        {label}
        {hint && (
          <span id={hintId} className="field-hint block">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
