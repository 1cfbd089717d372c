/**
 * First message in a field's error, at any depth: react-hook-form has one error per field, or one
 * per line of a list.
 */
export function sentenceIn(found: unknown): string | undefined {
  if (typeof found !== 'object' || found === null) return undefined
  const { message } = found as { message?: unknown }
  if (typeof message === 'string' && message !== '') return message
  for (const [name, part] of Object.entries(found)) {
    // `ref` is the control itself.
    const sentence = name === 'ref' ? undefined : sentenceIn(part)
    if (sentence) return sentence
  }
  return undefined
}

export const toLines = (text: string): string[] => text.split('\n')
export const fromLines = (lines: readonly string[] | null | undefined): string =>
  (lines ?? []).join('\n')
