import type { KeyboardEvent } from 'react'

/** Submits the form of a field on Ctrl+Enter or Cmd+Enter. */
export function submitByKeys(event: KeyboardEvent): void {
  // A form in a dialog, inside the form of the page, has answered.
  if (event.isDefaultPrevented()) return
  const { target, key, ctrlKey, metaKey } = event
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
  if (!isField || key !== 'Enter' || !(ctrlKey || metaKey)) return
  event.preventDefault()
  target.form?.requestSubmit()
}
