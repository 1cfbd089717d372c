import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/labeled.tsx'

export function DisplayNameField(props: Omit<ComponentProps<typeof TextField>, 'hint'>) {
  return (
    <TextField
      hint="Shown to colleagues and visitors. Without one, visitors see the firm’s name."
      autoComplete="name"
      {...props}
    />
  )
}
