import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** The text without its sent beginning; all of it when the beginning changed. */
export function typedSince(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length) : now
}

/** Gives the fields of a saved form what was saved, but for those that changed since it was sent. */
export function settle<V extends FieldValues, O>(
  form: Pick<UseFormReturn<V, unknown, O>, 'getValues' | 'reset' | 'setValue'>,
  saved: V,
  sent: V,
): void {
  const now = form.getValues()
  form.reset(saved, { keepValues: true })
  for (const name of Object.keys(saved) as Path<V>[]) {
    const isSame = JSON.stringify(now[name]) === JSON.stringify(sent[name])
    form.setValue(name, isSame ? saved[name] : now[name], { shouldDirty: true })
  }
}
