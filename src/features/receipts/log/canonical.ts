import canonicalize from 'canonicalize'

/** RFC 8785: the same value has the same text everywhere. */
export function canonical(value: object): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('The value has no canonical form.')
  return text
}
