import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** A checkbox whose whole label is the target. */
export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  const hintId = useId()
  return (
    <label className={classNames('choice', className)}>
      <input
        type="checkbox"
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
