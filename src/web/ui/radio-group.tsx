import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Fieldset } from './field.tsx'

type RadioOption = { value: string; label: ReactNode; hint?: ReactNode }

type RadioInput = Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref' | 'disabled'>

type RadioGroupProps = {
  legend: ReactNode
  options: RadioOption[]
  name?: string
  value?: string
  defaultValue?: string
  onChange?: ComponentProps<'input'>['onChange']
  /** Result of react-hook-form's `register(name)`; it then owns name and value. */
  register?: RadioInput
  inline?: boolean
  required?: boolean
  optional?: boolean
  hint?: ReactNode
  error?: string
  disabled?: boolean
  hideLegend?: boolean
  id?: string
  className?: string
}

export function RadioGroup({
  options,
  name,
  value,
  defaultValue,
  onChange,
  register,
  inline,
  error,
  ...fieldset
}: RadioGroupProps) {
  return (
    <Fieldset error={error} {...fieldset}>
      <div className={classNames('flex', inline ? 'flex-wrap gap-x-6' : 'flex-col')}>
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              className="radio"
              name={name}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={
                defaultValue === undefined ? undefined : defaultValue === option.value
              }
              onChange={onChange}
              aria-invalid={error ? true : undefined}
              {...register}
            />
            <span>
              {option.label}
              {option.hint && <span className="field-hint block">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
