import { useState } from 'react'
import {
  rememberedVisitor,
  rememberVisitor,
  type VisitorDetails,
} from '#features/leads/visitor-details.ts'
import { TextField } from '#web/ui/labeled.tsx'

const inputs = {
  name: { label: 'Name', autoComplete: 'name', limit: 200, required: true },
  email: {
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    spellCheck: false,
    limit: 254,
    required: true,
  },
  company: { label: 'Company', autoComplete: 'organization', limit: 200, optional: true },
} as const

/** All forms of the page share the details: what is typed into one prefills the others. */
export function useVisitorDetails() {
  const [details, setDetails] = useState(rememberedVisitor)
  function change(name: keyof VisitorDetails, value: string) {
    setDetails((before) => ({ ...before, [name]: value }))
    rememberVisitor({ [name]: value.trim() })
  }
  return [details, change] as const
}

type VisitorFieldProps = {
  name: keyof VisitorDetails
  id: string
  details: VisitorDetails
  onChange: (name: keyof VisitorDetails, value: string) => void
  error?: string
}

export function VisitorField({ name, id, details, onChange, error }: VisitorFieldProps) {
  return (
    <TextField
      {...inputs[name]}
      id={id}
      error={error}
      value={details[name]}
      onChange={(event) => onChange(name, event.target.value)}
    />
  )
}
