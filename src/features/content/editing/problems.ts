/**
 * The first sentence in a field's error, however deep: the form library keeps one error, or one per
 * line of a list.
 */
export function sentenceIn(found: unknown): string | undefined {
  if (typeof found !== 'object' || found === null) return undefined
  const { message } = found as { message?: unknown }
  if (typeof message === 'string' && message !== '') return message
  for (const [name, part] of Object.entries(found)) {
    // The control itself is kept beside its error.
    const sentence = name === 'ref' ? undefined : sentenceIn(part)
    if (sentence) return sentence
  }
  return undefined
}

/** Text with one entry per line, and back. */
export const toLines = (text: string): string[] => text.split('\n')
export const fromLines = (lines: readonly string[] | null | undefined): string =>
  (lines ?? []).join('\n')
