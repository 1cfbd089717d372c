import canonicalize from 'canonicalize'

/** Serializes a value according to RFC 8785, which defines exactly one text for each value. */
export function canonical(value: object): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('The value has no canonical form.')
  return text
}
