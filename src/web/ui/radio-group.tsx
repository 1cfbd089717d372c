import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Fieldset } from './field.tsx'

type RadioOption = { value: string; label: ReactNode; hint?: ReactNode }

type RadioGroupProps = Omit<ComponentProps<typeof Fieldset>, 'children'> & {
  options: RadioOption[]
  name: string
  value?: string
  defaultValue?: string
  onChange?: ComponentProps<'input'>['onChange']
  inline?: boolean
}

export function RadioGroup(props: RadioGroupProps) {
  const { options, name, value, defaultValue, onChange, inline, ...fieldset } = props
  return (
    <Fieldset {...fieldset}>
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
              aria-invalid={fieldset.error ? true : undefined}
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
