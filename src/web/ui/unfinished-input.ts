import type { FormEvent } from 'react'

/** Blocks submission with partial input, such as half a date, before other handlers run. */
export function refuseUnfinished(event: FormEvent): void {
  if (!(event.target instanceof HTMLFormElement)) return
  const unfinished = [...event.target.elements].filter(
    (control) => control instanceof HTMLInputElement && control.validity.badInput,
  ) as HTMLInputElement[]
  if (unfinished.length === 0) return
  event.preventDefault()
  event.stopPropagation()
  for (const control of unfinished) control.checkValidity()
  unfinished[0]?.focus()
}
