/** Joins class names and drops the empty ones, so that an optional class costs no branch. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
