import { fieldFailure } from '#server/service/field-failure.ts'

/** `{link}` and `{reader}` stay in the stored text; they are filled in whenever the mail is sent. */
type Values = Record<
  'name' | 'company' | 'number' | 'hours' | 'me' | 'link' | 'reader',
  string | null
>

const variable = /\{([a-z]+)\}/gi

/**
 * Fills in variables such as `{name}`.
 *
 * @throws Failure `invalid_input`, which names those without a value.
 */
export function fillVariables(text: string, values: Values): string {
  const byName: Record<string, string | null> = values
  const find = (name: string) => (Object.hasOwn(byName, name) && byName[name]) || undefined
  const missing = new Set<string>()
  const filled = text.replace(variable, (whole, name: string) => {
    const value = find(name)
    if (value === undefined) missing.add(whole)
    return value ?? whole
  })
  if (missing.size === 0) return filled
  const message = `There’s no value for ${[...missing].join(', ')}`
  throw fieldFailure('text', message)
}

const delimiter = '\n\n-- \n'

/** Appends a signature, which begins with `-- ` on a line of its own (RFC 3676, 4.3). */
export function sign(text: string, signature: string): string {
  return text + delimiter + signature.replace(/^-- $/gm, '--')
}

/** The text without the signature that `sign` appended. */
export function unsigned(text: string): string {
  const at = text.lastIndexOf(delimiter)
  return at === -1 ? text : text.slice(0, at)
}
