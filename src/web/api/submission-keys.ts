/** Gives equal values the same `Idempotency-Key`, so that a retry never creates a duplicate. */
export function submissionKeys() {
  let last = { content: '', key: '' }
  return {
    keyOf(values: object): string {
      const content = JSON.stringify(values)
      if (last.content !== content) last = { content, key: newKey() }
      return last.key
    },
    forget() {
      last = { content: '', key: '' }
    },
  }
}

/** A random key. Unlike `crypto.randomUUID`, this also works without HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
    part.toString(16).padStart(8, '0'),
  ).join('')
}
