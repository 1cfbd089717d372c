import type { ComponentType } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Select, TextArea, TextInput } from './inputs.tsx'

type Labels = Omit<FieldProps, 'children' | 'className'>

export function labeled<P extends object>(control: ComponentType<P>) {
  const Control = control as ComponentType<object>
  return (props: Labels & Omit<P, keyof Labels>) => {
    const { id, label, hint, error, required, optional, hideLabel, ...rest } = props
    const field = { id, label, hint, error, required, optional, hideLabel }
    return (
      <Field {...field}>
        <Control {...rest} />
      </Field>
    )
  }
}

export const TextField = labeled(TextInput)
export const TextAreaField = labeled(TextArea)
export const SelectField = labeled(Select)
