import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/** The text that follows what was already sent, or the whole text if its beginning was edited. */
export function typedSince(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length) : now
}

export const isTypedSince = (now: unknown, sent: unknown) =>
  JSON.stringify(now) !== JSON.stringify(sent)

/**
 * Resets the fields of a form to the saved values, except those edited since the form was sent. A
 * text that begins anew keeps what was typed since.
 */
export function resetUnchanged<V extends FieldValues, O>(
  form: Pick<UseFormReturn<V, unknown, O>, 'getValues' | 'reset' | 'setValue'>,
  saved: V,
  sent: V,
): void {
  const now = form.getValues()
  form.reset(saved, { keepValues: true })
  for (const name of Object.keys(saved) as Path<V>[]) {
    const typed = saved[name] === '' ? typedSince(now[name], sent[name]) : now[name]
    const value = isTypedSince(now[name], sent[name]) ? typed : saved[name]
    form.setValue(name, value as PathValue<V, Path<V>>, { shouldDirty: true })
  }
}
