import type { KeyboardEvent } from 'react'

/** Sends the form of a text area by Ctrl+Enter or Cmd+Enter. */
export function submitByKeys({ target, key, ctrlKey, metaKey }: KeyboardEvent): void {
  const inText = target instanceof HTMLTextAreaElement
  if (inText && key === 'Enter' && (ctrlKey || metaKey)) target.form?.requestSubmit()
}
