import type { FormEvent } from 'react'

/**
 * Stops a form that holds half a date or the like before anything else hears of it. The `invalid`
 * event of the control tells its Field.
 */
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
